"""Help for authors in their editor: the language server. It needs the extra `editor`."""
