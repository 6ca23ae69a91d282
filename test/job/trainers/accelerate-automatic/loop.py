def steps(accelerator):
    return []
