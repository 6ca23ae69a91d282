from lightning.pytorch.cli import LightningCLI

from mine import Data, Model


def cli_main():
    LightningCLI(Model, Data)


if __name__ == "__main__":
    cli_main()
