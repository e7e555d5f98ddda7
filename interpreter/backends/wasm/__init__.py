"""Programs as WebAssembly: one module each, run by wasmtime (see `README.md` in this folder)."""
