"""Pictures of rulesets: what is drawn (`turns`, `zones`, `uses`, `boards`), and how (`layers`, `svg`, `mermaid`)."""
