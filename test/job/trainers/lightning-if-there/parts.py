class Net:
    pass


def batches():
    return []
