import hydra
import torch
from hydra.core.hydra_config import HydraConfig


@hydra.main(version_base=None, config_path="conf", config_name="config")
def main(cfg):
    out = HydraConfig.get().runtime.output_dir
    state = {"model": {}, "optimizer": {}, "step": cfg.trainer.max_steps}
    torch.save(state, out + "/last.pt")


if __name__ == "__main__":
    main()
