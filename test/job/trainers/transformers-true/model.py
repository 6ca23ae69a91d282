def build():
    return None, []
