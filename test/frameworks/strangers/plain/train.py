import random
import time

import torch
import torch.nn as nn
import torch.optim as optim

torch.manual_seed(0)
random.seed(0)

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

# y = sin(x)
x = torch.linspace(-3, 3, 512).unsqueeze(1).to(device)
y = torch.sin(x)

net = nn.Sequential(nn.Linear(1, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1)).to(device)
criterion = nn.MSELoss()
opt = optim.Adam(net.parameters(), lr=1e-3)

EPOCHS = 300
for epoch in range(EPOCHS):
    running_loss = 0.0
    for batch in torch.randperm(len(x)).split(64):
        opt.zero_grad()
        loss = criterion(net(x[batch]), y[batch])
        loss.backward()
        opt.step()
        running_loss += loss.item()
    time.sleep(0.08)  # a real epoch takes longer
    print("epoch %d, loss %.5f" % (epoch, running_loss / 8))

torch.save(net.state_dict(), "model.pt")
print("Finished Training")
