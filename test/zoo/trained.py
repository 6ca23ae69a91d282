"""usage: trained.py FOLDER EVERY: trains small models of transformers, timm and PyTorch for a few steps and writes what trainers keep.

For each of them NAME/before.pt and NAME/now.pt, checkpoints of the same run two steps apart, and for one in EVERY of them
NAME/CODE_SEVERITY_KIND.pt: the later one, damaged in the way that CODE names. Where `previous` is in KIND it is one only beside
before.pt. Prints one line of JSON for each, with what could not be made.
"""

import copy
import json
import os
import random
import sys
import warnings
from pathlib import Path

warnings.filterwarnings("ignore")
os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_VERBOSITY="error", **({} if os.environ.get("ZOO_CARD") else {"CUDA_VISIBLE_DEVICES": ""}))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "long"))

import torch  # noqa: E402
from torch import nn  # noqa: E402

out, every = Path(sys.argv[1]), int(sys.argv[2])
nan = float("nan")
torch.set_default_device("cuda" if torch.cuda.is_available() else "cpu")
MOST_PARAMETERS = 6_000_000
DEPTH = 4


def as_its(model, given):
    """Numbers of the type that its weights have."""
    return given.to(next(model.parameters()).dtype) if given.is_floating_point() else given


def transformers_model(name):
    import small_transformers
    import transformers

    sizes = {key: DEPTH if value == 2 else value for key, value in small_transformers.SMALL.items()}
    small_transformers.SMALL = {**sizes, "vocab_size": 200}
    model, config = small_transformers.small(name)
    if model.main_input_name == "pixel_values":
        side = getattr(config, "image_size", 32)
        given = {"pixel_values": torch.randn(2, 3, side, side)}
    elif model.main_input_name in ("input_features", "input_values"):
        return None
    else:
        ids = torch.randint(3, config.vocab_size, (2, 16))
        given = {"input_ids": ids, **({"decoder_input_ids": ids} if config.is_encoder_decoder else {})}

    def loss():
        values = model(**{key: as_its(model, value) for key, value in given.items()}).values()
        return next(value for value in values if torch.is_tensor(value) and value.is_floating_point()).float().pow(2).mean()

    return model, loss


def timm_model(name):
    import timm

    with torch.device("meta"):
        if sum(each.numel() for each in timm.create_model(name, num_classes=3).parameters()) > MOST_PARAMETERS:
            return None
    model = timm.create_model(name, num_classes=3)
    side = model.default_cfg.get("input_size", (3, 64, 64))[-1]
    given = torch.randn(2, 3, side, side)
    return model, lambda: model(as_its(model, given)).float().pow(2).mean()


class Shared(nn.Module):
    """One block that is gone through again and again, as universal transformers do."""

    def __init__(self):
        super().__init__()
        block = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True)
        self.layers = nn.ModuleList([block, block, nn.TransformerEncoderLayer(32, 4, 64, batch_first=True), block])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Deepened(nn.Module):
    """Every block stands in it twice, as where a trained model is made deeper."""

    def __init__(self, frozen=()):
        super().__init__()
        blocks = [nn.TransformerEncoderLayer(32, 4, 64, batch_first=True) for _ in range(3)]
        self.layers = nn.ModuleList([copy.deepcopy(blocks[i // 2]) for i in range(6)])
        for i in frozen:
            self.layers[i].requires_grad_(False)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Recurrent(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.cells = kind(32, 32, num_layers=4, batch_first=True)

    def forward(self, x):
        return self.cells(x)[0]


def plain(make):
    model = make()
    given = torch.randn(4, 8, 32)
    return model, lambda: model(as_its(model, given)).float().pow(2).mean()


def fully_connected(width):
    return nn.Sequential(*[layer for _ in range(5) for layer in (nn.Linear(width, width), nn.GELU())])


PLAIN = {
    "encoder": lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(32, 4, 64, batch_first=True), 4),
    "shared": Shared,
    "deepened": Deepened,
    "deepened-frozen": lambda: Deepened((0, 1)),
    "deepened-all-frozen-but-last": lambda: Deepened(range(5)),
    "lstm": lambda: Recurrent(nn.LSTM),
    "gru": lambda: Recurrent(nn.GRU),
    "rnn": lambda: Recurrent(nn.RNN),
    "linear": lambda: fully_connected(32),
    "experts": lambda: nn.Sequential(*[fully_connected(32) for _ in range(3)]),
}

OPTIMIZERS = {
    "AdamW": lambda params: torch.optim.AdamW(params, lr=1e-3),
    "Adam": lambda params: torch.optim.Adam(params, lr=1e-4),
    "SGD": lambda params: torch.optim.SGD(params, lr=1e-2, momentum=0.9),
    "small rate": lambda params: torch.optim.AdamW(params, lr=1e-7),
    "NAdam": lambda params: torch.optim.NAdam(params, lr=1e-3),
    "AMSGrad": lambda params: torch.optim.AdamW(params, lr=1e-3, amsgrad=True),
    "RAdam": lambda params: torch.optim.RAdam(params, lr=1e-3),
    "RMSprop": lambda params: torch.optim.RMSprop(params, lr=1e-3, momentum=0.9),
    "Adafactor": lambda params: torch.optim.Adafactor(params, lr=1e-3),
}
WAYS = ["plain", "warming", "frozen", "ema", "halves", "decay groups", "decayed to zero"]


def by_decay(model, make):
    """Two groups, as trainers of transformers make them, so that the order is not that of the model."""
    params = [each for each in model.parameters() if each.requires_grad]
    optimizer = make([each for each in params if each.dim() > 1])
    optimizer.add_param_group({"params": [each for each in params if each.dim() < 2] or [nn.Parameter(torch.ones(1))]})
    return optimizer


def checkpoint(model, optimizer, scheduler, average, step, loss):
    state = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "scheduler": scheduler.state_dict(),
        "step": step,
        "lr": scheduler.get_last_lr()[0],
        "loss": loss,
        "rng": {"torch": torch.get_rng_state(), "python": random.getstate(), **({"cuda": torch.cuda.get_rng_state()} if torch.cuda.is_available() else {})},
    }
    return copy.deepcopy(state if average is None else {**state, "ema": average})


def run(model, loss_of, number):
    """Two checkpoints of one run."""
    way, make = WAYS[number % len(WAYS)], list(OPTIMIZERS.values())[number % len(OPTIMIZERS)]
    if way == "halves":
        model.to(torch.bfloat16)
    if way == "frozen":
        for param in list(model.parameters())[: len(list(model.parameters())) // 2]:
            param.requires_grad_(False)
    optimizer = by_decay(model, make) if way == "decay groups" else make([each for each in model.parameters() if each.requires_grad])
    rate = {"warming": lambda step: min(step / 4, 1), "decayed to zero": lambda step: max(0, 1 - step / 5)}.get(way, lambda step: 1)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    average = {key: value.clone() for key, value in model.state_dict().items()} if way == "ema" else None
    kept = []
    for step in range(1, 6):
        loss = loss_of()
        loss.backward()
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        if average is not None:
            for key, value in model.state_dict().items():
                if value.is_floating_point():
                    average[key].lerp_(value, 0.01)
        if step in (3, 5):
            kept.append(checkpoint(model, optimizer, scheduler, average, step, float(loss)))
    return f"{way}, {list(OPTIMIZERS)[number % len(OPTIMIZERS)]}", *kept


def siblings(model):
    """Names of weights that differ in one number alone, where there are three and more: of these the first such kind."""
    import re

    kinds = {}
    for name, tensor in model.items():
        if tensor.dim() >= 2 and tensor.numel() >= 64 and re.search(r"(^|[._])weight$", name):
            kinds.setdefault((re.sub(r"\d+", "#", name), tensor.shape), []).append(name)
    return [names for names in kinds.values() if len(names) >= 3 and len({model[each].data_ptr() for each in names}) >= 3]


def damages(before, now):
    """Each by its name: how a copy of the later checkpoint is changed. None: it has not what would be damaged."""
    model, moments = now["model"], now["optimizer"]["state"]
    first = "momentum_buffer" if "momentum_buffer" in next(iter(moments.values()), {}) else "exp_avg"
    kinds = siblings(model)

    def weight(work):
        if not kinds:
            return None

        def change(state):
            tensors = state["model"]
            with torch.no_grad():
                work(tensors, kinds[0])

        return change

    def copied(tensors, names):
        tensors[names[2]].copy_(tensors[names[0]])

    def repeated(state):
        for names in kinds:
            with torch.no_grad():
                state["model"][names[2]].copy_(state["model"][names[0]])

    def scaled(tensors, names):
        tensors[names[1]].mul_(1e6)

    def huge(tensors, names):
        tensors[names[1]].view(-1)[5] = 3e38

    def exchanged(state):
        both = [(key, each) for key, each in state["optimizer"]["state"].items() if first in each and "exp_avg_sq" in each]
        a = both[0][1]
        b = next(each for _, each in both if each[first].shape != a[first].shape)
        a[first], b[first] = b[first], a[first]

    def group(key, value):
        return lambda state: state["optimizer"]["param_groups"][0].update({key: value})

    can_exchange = len({tuple(each[first].shape) for each in moments.values() if first in each and "exp_avg_sq" in each}) > 1
    has_moments = any(first in each for each in moments.values())
    has_moved = any(not torch.equal(before["model"][name], tensor) for name, tensor in model.items())
    return {
        "not-a-number_fail_lr": group("lr", nan),
        "not-a-number_fail_weight-decay": group("weight_decay", nan),
        "not-a-number_fail_next-rate": lambda state: state["scheduler"].update(_last_lr=[nan]),
        "not-a-number_fail_loss": lambda state: state.update(loss=nan),
        "not-a-number_note_elsewhere": lambda state: state.update(metrics={"best": {"f1": nan}}),
        "step-not-a-count_fail_step": lambda state: state.update(step=-5),
        "rng-zero_fail_torch": lambda state: state["rng"]["torch"].zero_(),
        "layer-copied_fail_weight": weight(copied) if has_moments else None,
        "layer-copied_fail_block": repeated if has_moments and kinds else None,
        "out-of-scale_fail_tensor": weight(scaled),
        "huge-number_fail_one": weight(huge),
        "moments-exchanged_fail_two": exchanged if can_exchange else None,
        "model-unchanged_fail_previous": (lambda state: state.update(model=before["model"])) if next(iter(model.values())).dtype == torch.float32 else None,
        "optimizer-unchanged_fail_previous": (lambda state: state["optimizer"].update(state={key: {**now["optimizer"]["state"][key], **{name: value for name, value in each.items() if name != "step"}} for key, each in before["optimizer"]["state"].items()})) if has_moments and has_moved else None,
        "step-behind_fail_previous": lambda state: state.update(step=1),
        "layer-copied_fail_previous": weight(copied),
    }


def models():
    for name, make in PLAIN.items():
        for number in range(7):
            yield f"torch-{name}-{number}", lambda: plain(make)
    from small_transformers import NAMES

    for name in NAMES:
        yield f"transformers-{name}", lambda: transformers_model(name)
    try:
        import timm
    except ImportError:
        return
    for module in timm.list_modules():
        for name in [each for each in timm.list_models(module=module) if "test_" in each or "tiny" in each or "pico" in each][:1]:
            yield f"timm-{name}", lambda: timm_model(name)


for number, (name, make) in enumerate(models()):
    torch.manual_seed(number)
    line = {"model": name}
    try:
        made = make()
        if made is None:
            continue
        line["way"], before, now = run(*made, number)
        place = out / name
        place.mkdir(parents=True)
        torch.save(before, place / "before.pt")
        torch.save(now, place / "now.pt")
        if number % every == 0:
            for kind, work in damages(before, now).items():
                if work is not None:
                    state = copy.deepcopy(now)
                    work(state)
                    torch.save(state, place / f"{kind}.pt")
    except Exception as error:  # noqa: BLE001: one that cannot be made must not keep out the others
        line["failed"] = f"{type(error).__name__}: {error}"[:160]
    print(json.dumps(line), flush=True)
