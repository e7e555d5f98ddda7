"""What `yupana lint` looks for: one module for each rule, `rules` lists them."""
