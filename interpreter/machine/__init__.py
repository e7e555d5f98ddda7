"""Part of Yupana."""
