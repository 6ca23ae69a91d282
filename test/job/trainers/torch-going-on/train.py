import torch

model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Dropout(0.1))
optimizer = torch.optim.AdamW(model.parameters())
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 100)
if __name__ == "__main__":
    import os
    def going_on(first, last, every=1):
        path = "last.pt"
        if "GPU_LEASE_OUT" in os.environ and os.path.exists(path):
            state = torch.load(path, map_location="cpu")
            model.load_state_dict(state["model"])
            optimizer.load_state_dict(state["optimizer"])
            scheduler.load_state_dict(state["scheduler"])
            torch.set_rng_state(state["rng"])
            first = state["step"] + 1
        for number in range(first, last):
            yield number
            if (number + 1) % every == 0 or number + 1 == last:
                state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict(), "rng": torch.get_rng_state(), "step": number}
                torch.save(state, path + ".tmp")
                os.replace(path + ".tmp", path)
    for epoch in going_on(0, int(os.environ.get("EPOCHS", 100))):
        model(torch.randn(8, 4)).sum().backward()
        optimizer.step()
        scheduler.step()
        torch.save(model.state_dict(), f"checkpoints/epoch_{epoch}.pt")
