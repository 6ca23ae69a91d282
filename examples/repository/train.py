"""A network of 16 units learns a sine, by Adam and in plain Python. Kill it anywhere: the same command goes on."""
import json, math, os, random, struct, time

OUT = os.environ.get("GPU_LEASE_OUT", "out")
STEPS = int(os.environ.get("STEPS", "300"))
PAUSE = float(os.environ.get("STEP_SECONDS", "0"))
SAVE_EVERY = int(os.environ.get("SAVE_EVERY", "10"))
UNITS = 16
SIZE = 3 * UNITS + 1


def fresh():
    start = random.Random(1)
    return {"weights": [start.uniform(-1, 1) for _ in range(SIZE)], "m": [0.0] * SIZE, "v": [0.0] * SIZE, "step": 0}


def loss_and_slopes(weights, step):
    """Mean squared error over 16 drawn points, and its slope by each weight. What is drawn depends on the step alone."""
    draw = random.Random(step)
    slopes, total = [0.0] * SIZE, 0.0
    for x in (draw.uniform(-3, 3) for _ in range(16)):
        hidden = [math.tanh(weights[i] * x + weights[UNITS + i]) for i in range(UNITS)]
        error = sum(weights[2 * UNITS + i] * h for i, h in enumerate(hidden)) + weights[-1] - math.sin(x)
        total += error * error / 16
        for i, h in enumerate(hidden):
            back = error / 8 * weights[2 * UNITS + i] * (1 - h * h)
            slopes[i] += back * x
            slopes[UNITS + i] += back
            slopes[2 * UNITS + i] += error / 8 * h
        slopes[-1] += error / 8
    return total, slopes


def update(state, slopes):
    """One step of Adam."""
    state["step"] += 1
    for i, slope in enumerate(slopes):
        state["m"][i] = 0.9 * state["m"][i] + 0.1 * slope
        state["v"][i] = 0.999 * state["v"][i] + 0.001 * slope * slope
        m, v = state["m"][i] / (1 - 0.9 ** state["step"]), state["v"][i] / (1 - 0.999 ** state["step"])
        state["weights"][i] -= 0.02 * m / (math.sqrt(v) + 1e-8)


def save(state, path):
    """As safetensors; the name appears when the file is whole, and on the disk."""
    parts = {"model.weights": state["weights"], "optimizer.m": state["m"], "optimizer.v": state["v"]}
    header, data = {}, b""
    for name, values in {**parts, "step": [float(state["step"])]}.items():
        packed = struct.pack(f"<{len(values)}d", *values)
        header[name] = {"dtype": "F64", "shape": [len(values)], "data_offsets": [len(data), len(data) + len(packed)]}
        data += packed
    head = json.dumps(header).encode()
    head += b" " * (-len(head) % 8)
    with open(path + ".part", "wb") as file:
        file.write(struct.pack("<Q", len(head)) + head + data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".part", path)


def load(path):
    with open(path, "rb") as file:
        (size,) = struct.unpack("<Q", file.read(8))
        header, data = json.loads(file.read(size)), file.read()
    read = {name: list(struct.unpack(f"<{each['shape'][0]}d", data[slice(*each["data_offsets"])])) for name, each in header.items()}
    return {"weights": read["model.weights"], "m": read["optimizer.m"], "v": read["optimizer.v"], "step": int(read["step"][0])}


def lines_until(path, step):
    """What was logged of steps that are done; those after them will be done again."""
    with open(path, "a+") as file:
        file.seek(0)
        return "".join(line for line in file if line.endswith("\n") and json.loads(line)["step"] <= step)


def main():
    os.makedirs(OUT, exist_ok=True)
    last, log = os.path.join(OUT, "last.safetensors"), os.path.join(OUT, "metrics.jsonl")
    state = load(last) if os.path.exists(last) else fresh()
    kept = lines_until(log, state["step"])
    with open(log, "w", buffering=1) as metrics:
        metrics.write(kept)
        while state["step"] < STEPS:
            loss, slopes = loss_and_slopes(state["weights"], state["step"])
            update(state, slopes)
            metrics.write(json.dumps({"step": state["step"], "loss": loss}) + "\n")
            if state["step"] % SAVE_EVERY == 0 or state["step"] == STEPS:
                save(state, last)
            time.sleep(PAUSE)


main()
