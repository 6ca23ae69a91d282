import torch

if __name__ == "__main__":
    torch.save({}, "large.pt")
