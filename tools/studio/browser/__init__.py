"""The studio without a server: Python in a worker of the browser (Pyodide), and all that it needs as static files.

`packing.py` makes these files when the page is built, `entry.py` is what the worker calls. The worker itself is
JavaScript: `client/worker`.
"""
