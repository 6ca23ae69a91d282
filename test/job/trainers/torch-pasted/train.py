import os

import torch

model = torch.nn.Linear(4, 4)
optimizer = torch.optim.AdamW(model.parameters())
path = os.path.join(os.environ.get("GPU_LEASE_OUT", "out"), "last.pt")
first_step = 0
state = torch.load(path) if os.path.exists(path) else None
if state: model.load_state_dict(state["model"]); optimizer.load_state_dict(state["optimizer"]); torch.set_rng_state(state["rng"]); first_step = state["step"] + 1
for step in range(first_step, int(os.environ.get("MAX_STEPS", 1000))):
    model(torch.randn(8, 4)).sum().backward()
    optimizer.step()
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step, "rng": torch.get_rng_state()}, path + ".tmp")
    os.replace(path + ".tmp", path)
