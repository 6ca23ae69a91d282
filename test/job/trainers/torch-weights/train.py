import torch

model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Dropout(0.1))
optimizer = torch.optim.AdamW(model.parameters())
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 100)
if __name__ == "__main__":
    for epoch in range(100):
        model(torch.randn(8, 4)).sum().backward()
        optimizer.step()
        scheduler.step()
        torch.save(model.state_dict(), f"checkpoints/epoch_{epoch}.pt")
