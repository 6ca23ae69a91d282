"""What is written on a machine with a graphics card. Where there is none every maker says so; `ZOO_CARD=1` shows the card to make.py."""

import os

from zoo import SEED, maker

from torch_files import net, trained

CARD = "a card"


def on_card(work):
    """Everything that `work` makes lies on the card unless it says otherwise."""
    import torch

    torch.manual_seed(SEED)
    with torch.device("cuda"):
        work()


@maker("files", "card-state", "torch", CARD)
def card_state(place):
    import torch

    def work():
        model = net()
        optimizer = torch.optim.AdamW(model.parameters(), 1e-3, fused=True)
        scaler = torch.amp.GradScaler("cuda")
        for _ in range(3):
            with torch.autocast("cuda", torch.float16):
                loss = model(torch.randn(16, 8)).float().pow(2).mean()
            optimizer.zero_grad()
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        kept = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "scaler": scaler.state_dict(), "step": 3, "loss": loss.detach()}
        torch.save(kept, place / "amp.pt")
        torch.save({**kept, "rng": torch.get_rng_state(), "cuda_rng": torch.cuda.get_rng_state_all()}, place / "with-rng.pt")
        torch.save({"cpu": torch.get_rng_state(), "cuda": torch.cuda.get_rng_state()}, place / "rng_state.pth")
        torch.save(scaler.state_dict(), place / "scaler.pt")
        torch.save(model.state_dict(), place / "legacy.pth", _use_new_zipfile_serialization=False)
        torch.save(model, place / "whole-module.pt")
        torch.save(torch.nn.DataParallel(model).state_dict(), place / "data-parallel.pt")
        torch.save(model.to(memory_format=torch.contiguous_format).half().state_dict(), place / "half.pt")
        conv = torch.nn.Conv2d(8, 16, 3).to(memory_format=torch.channels_last)
        torch.save(conv.state_dict(), place / "channels-last.pt")

    on_card(work)


@maker("files", "card-optimizers", "torch", CARD)
def card_optimizers(place):
    import torch

    def work():
        for name, options in {"Adam": {"capturable": True}, "AdamW": {"capturable": True, "amsgrad": True, "lr": torch.tensor(1e-3)}, "SGD": {"fused": True, "momentum": 0.9}, "NAdam": {"capturable": True}, "RAdam": {"capturable": True}, "Adagrad": {"lr": 1e-2}, "RMSprop": {"capturable": True, "centered": True, "momentum": 0.9}}.items():
            model = net()
            optimizer = getattr(torch.optim, name)(model.parameters(), **options)
            trained(model, optimizer)
            torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": 3}, place / f"{name.lower()}.pt")

    on_card(work)


@maker("files", "card-dtypes", "torch", "safetensors", CARD)
def card_dtypes(place):
    import torch
    from safetensors.torch import save_file

    def work():
        weights = torch.randn(64, 32)
        scale = weights.abs().amax() / 448
        eighths = {"w": (weights / scale).to(torch.float8_e4m3fn), "w_scale": scale.reshape(1), "g": weights.to(torch.float8_e5m2)}
        torch.save(eighths, place / "fp8.pt")
        save_file({name: value.contiguous() for name, value in eighths.items()}, place / "fp8.safetensors")
        save_file({"a": weights.bfloat16(), "b": weights.half()}, place / "halves.safetensors")
        torch.save({"csr": weights.relu().to_sparse_csr(), "coo": weights.relu().to_sparse(), "complex": torch.fft.fft(weights)}, place / "sparse.pt")
        torch.save({"columns": weights.t(), "part": weights[::2, 1:5], "expanded": weights[:1].expand(8, -1)}, place / "views.pt")
        torch.save({"pinned": torch.randn(8, device="cpu").pin_memory(), "card": weights[0]}, place / "pinned.pt")
        torch.save(torch.nested.nested_tensor([weights[:3], weights[:5]], layout=torch.jagged), place / "nested.pt")

    on_card(work)


@maker("files", "card-programs", "torch", CARD)
def card_programs(place):
    import torch

    def work():
        model = net().eval()
        given = torch.randn(2, 8)
        torch.jit.save(torch.jit.script(model), place / "script.pt")
        torch.jit.save(torch.jit.trace(model, given), place / "traced.pt")
        torch.export.save(torch.export.export(model, (given,)), place / "exported.pt2")

    on_card(work)


@maker("files", "card-compiled", "torch", "triton", CARD)
def card_compiled(place):
    """A package that holds the compiled kernels themselves."""
    import torch

    def work():
        model = net().eval()
        program = torch.export.export(model, (torch.randn(2, 8),))
        torch._inductor.aoti_compile_and_package(program, package_path=str(place / "compiled.pt2"))

    on_card(work)


@maker("files", "card-profiles", "torch", CARD)
def card_profiles(place):
    """What people keep beside their weights to find out where time and memory went."""
    import torch

    def work():
        torch.cuda.memory._record_memory_history(max_entries=1000)
        model = net()
        kinds = [torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA]
        for name in ["trace.json", "trace.json.gz"]:
            with torch.profiler.profile(activities=kinds, record_shapes=True) as profile:
                trained(model, torch.optim.AdamW(model.parameters()))
            profile.export_chrome_trace(str(place / name))
        torch.cuda.memory._dump_snapshot(str(place / "memory.pickle"))
        torch.cuda.memory._record_memory_history(enabled=None)

    on_card(work)


def with_nccl(work):
    import torch
    import torch.distributed as dist

    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(29400 + os.getpid() % 200), RANK="0", WORLD_SIZE="1", LOCAL_RANK="0")
    torch.cuda.set_device(0)
    dist.init_process_group("cpu:gloo,cuda:nccl", rank=0, world_size=1)
    try:
        work()
    finally:
        dist.destroy_process_group()
        for name in ["MASTER_ADDR", "MASTER_PORT", "RANK", "WORLD_SIZE", "LOCAL_RANK"]:
            del os.environ[name]


def sharded(name, save):
    @maker("folder", f"card-{name}", "torch", CARD)
    def make(place):
        import torch
        from torch.distributed.checkpoint.state_dict import get_state_dict
        from torch.distributed.device_mesh import init_device_mesh
        from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

        def work():
            model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.GELU(), torch.nn.Linear(16, 4)).cuda()
            halves = MixedPrecisionPolicy(param_dtype=torch.bfloat16)
            fully_shard(model, mesh=init_device_mesh("cuda", (1,)), mp_policy=halves)
            optimizer = torch.optim.AdamW(model.parameters())
            with torch.device("cuda"):
                trained(model, optimizer)
            weights, state = get_state_dict(model, optimizer)
            save({"model": weights, "optim": state, "step": 3}, place)

        with_nccl(work)


def plainly(state, place):
    import torch.distributed.checkpoint as dcp

    dcp.save(state, checkpoint_id=place / "step-3")


def in_background(state, place):
    import torch.distributed.checkpoint as dcp

    dcp.async_save(state, checkpoint_id=place / "step-3").result()


def in_one_file(state, place):
    import torch

    torch.save(state, place / "checkpoint-3.pt")


sharded("dcp", plainly)
sharded("dcp-async", in_background)
sharded("dtensor", in_one_file)


@maker("folder", "card-fsdp1", "torch", CARD)
def card_fsdp1(place):
    import torch
    import torch.distributed.checkpoint as dcp
    from torch.distributed.fsdp import FullyShardedDataParallel, StateDictType

    def work():
        model = FullyShardedDataParallel(net().cuda(), use_orig_params=True)
        optimizer = torch.optim.AdamW(model.parameters())
        with torch.device("cuda"):
            trained(model, optimizer)
        with FullyShardedDataParallel.state_dict_type(model, StateDictType.SHARDED_STATE_DICT):
            dcp.save({"model": model.state_dict(), "optimizer": FullyShardedDataParallel.optim_state_dict(model, optimizer)}, checkpoint_id=place / "pytorch_model_fsdp_0")
        with FullyShardedDataParallel.state_dict_type(model, StateDictType.LOCAL_STATE_DICT):
            torch.save({"step": 3}, place / "trainer_state.pt")

    with_nccl(work)


@maker("files", "card-arrays", "cupy", CARD)
def card_arrays(place):
    import pickle

    import cupy

    cupy.random.seed(SEED)
    made = cupy.random.standard_normal((16, 8)).astype("float32")
    cupy.save(str(place / "a.npy"), made)
    cupy.savez(str(place / "b.npz"), w=made, b=made[0])
    (place / "c.pkl").write_bytes(pickle.dumps({"w": made, "step": 3}))


@maker("files", "card-geometric", "torch_geometric", "torch", CARD)
def card_geometric(place):
    import torch
    from torch_geometric.data import Data
    from torch_geometric.nn import GCNConv

    def work():
        edges = torch.tensor([[0, 1, 2], [1, 2, 0]])
        data = Data(x=torch.randn(3, 8), edge_index=edges, y=torch.tensor([0, 1, 0]))
        model = GCNConv(8, 4)
        torch.save(data, place / "data.pt")
        torch.save({"model": model.state_dict(), "out": model(data.x, edges).detach()}, place / "model.pt")

    on_card(work)


@maker("files", "card-equinox", "equinox", "jax", CARD)
def card_equinox(place):
    import equinox
    import jax

    model = equinox.nn.MLP(8, 4, 16, 2, key=jax.random.PRNGKey(SEED))
    equinox.tree_serialise_leaves(str(place / "model.eqx"), model)
    (place / "function.jaxexport").write_bytes(jax.export.export(jax.jit(lambda x: x * 2))(jax.ShapeDtypeStruct((4,), "float32")).serialize())
