"""`python -m yupana`: the command, also where its script is not on the PATH."""

from yupana.tools.start import main

if __name__ == "__main__":
    main()
