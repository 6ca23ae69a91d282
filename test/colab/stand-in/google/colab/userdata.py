"""As Colab's module of that name: https://github.com/googlecolab/colabtools/blob/main/google/colab/userdata.py"""
import os


class SecretNotFoundError(Exception):
    def __init__(self, key):
        super().__init__(f"Secret {key} does not exist.")


def get(key):
    value = os.environ.get(f"STAND_IN_SECRET_{key}")
    if value is None:
        raise SecretNotFoundError(key)
    return value
