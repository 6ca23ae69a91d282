import torch


class GPT(torch.nn.Module):
    pass
