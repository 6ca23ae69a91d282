from accelerate import Accelerator
from accelerate.utils import ProjectConfiguration

from loop import steps

accelerator = Accelerator(
    project_config=ProjectConfiguration(project_dir="out", automatic_checkpoint_naming=True, total_limit=2)
)

if __name__ == "__main__":
    for loss in steps(accelerator):
        accelerator.backward(loss)
        accelerator.save_state()
