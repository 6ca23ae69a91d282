from pathlib import Path

import torch
import typer

app = typer.Typer()


@app.command()
def main(out_dir: Path = Path("out"), max_steps: int = 100, fast: bool = False):
    if (out_dir / "last.pt").exists():
        first = torch.load(out_dir / "last.pt")["step"] + 1
    torch.save({"model": {}, "optimizer": {}, "step": max_steps}, out_dir / "last.pt")


if __name__ == "__main__":
    app()
