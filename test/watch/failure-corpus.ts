/**
 * For each row of the catalogue that is known by a line: texts that show it, and texts that look alike and are something else.
 * Written from what the programs print, not from our patterns.
 */
export const CORPUS: Readonly<Record<string, { shows: readonly string[]; not: readonly string[] }>> = {
  'F-K01': {
    shows: [
      '[12345.678] NVRM: Xid (PCI:0000:af:00): 79, pid=4711, name=python, GPU has fallen off the bus.',
      'kernel: NVRM: Xid (PCI:0000:3B:00): 31, pid=812, Ch 00000010, intr 10000000. MMU Fault',
      'NVRM: Xid (0000:03:00): 13, Graphics Exception',
    ],
    not: [
      'see the Xid catalogue, code 79',
      'NVRM: loading NVIDIA UNIX x86_64 Kernel Module  550.54.15',
      'taxid (79): 3 rows',
    ],
  },
  'F-K02': {
    shows: [
      'Unable to determine the device handle for GPU0000:3B:00.0: GPU is lost.  Reboot the system to recover this GPU',
    ],
    not: [
      'GPU0000:3B:00.0: device handle found, no reboot of the system needed to recover this GPU',
      'the bus has fallen behind',
      'corrected ECC errors: 0',
      'attention is lost in layer 3',
    ],
  },
  'F-K03': {
    shows: [
      'Out of memory: Killed process 4711 (python) total-vm:98304kB, anon-rss:65536kB, file-rss:0kB',
      'python invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=0',
      'oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=docker,mems_allowed=0',
    ],
    not: [
      'oom-kill disabled',
      'Out of memory: trying a smaller batch',
      'Killed process group 4711 by request',
    ],
  },
  'F-K05': {
    shows: ['dmesg: read kernel buffer failed: Operation not permitted'],
    not: ['dmesg: 0 lines', 'ls: cannot open directory: Operation not permitted'],
  },
  'F-K07': {
    shows: [
      'CUDA_VISIBLE_DEVICES=0 device=cuda\nNo devices were found',
      'using device: cuda\nbash: nvidia-smi: command not found',
      'AssertionError: Torch not compiled with CUDA enabled',
    ],
    not: ['No devices were lost', 'nvidia-smi: 8 GPUs', 'Torch compiled with CUDA 12.4'],
  },
  'F-K08': {
    shows: ['Unable to determine the device handle for GPU0000:3B:00.0: Unknown Error'],
    not: ['determine the device: cuda:0', 'the request timed out'],
  },
  'F-K09': {
    shows: [
      '        HW Slowdown                       : Active',
      '        SW Thermal Slowdown               : Active',
    ],
    not: [
      '        HW Slowdown                       : Not Active',
      '        SW Power Cap                      : Active',
      'slowdown of 3 % against the baseline',
    ],
  },
  'F-K11': {
    shows: [
      '        GPU Current Temp                  : 84 C',
      '        GPU Current Temp                  : 101 C',
    ],
    not: [
      '        GPU Current Temp                  : 61 C',
      '        GPU Slowdown Temp                 : 92 C',
    ],
  },
  'F-K18': {
    shows: [
      'RuntimeError: Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions before calling NumCudaDevices()? Error 802: system not yet initialized',
      '    Fabric\n        State                             : In Progress',
      'nvidia-fabricmanager.service: Failed with result exit-code: failed',
    ],
    not: [
      '    Fabric\n        State                             : Completed',
      '    Fabric\n        State                             : N/A',
      'pipeline not yet initialized',
    ],
  },
  'F-E03': {
    shows: [
      'device: cuda\ntorch.cuda.is_available() False',
      'GPU available: True (cuda), used: True\nGPU available: False, used: False',
      'requested device=cuda\nCUDA is not available, falling back to CPU',
    ],
    not: ['GPU available: True (cuda), used: True', 'torch.cuda.is_available() True', 'MPS is not available'],
  },
  'F-E04': {
    shows: ['RuntimeError: CUDA error: no kernel image is available for execution on the device'],
    not: ['no kernel image in /boot', 'image is available for download'],
  },
  'F-E05': {
    shows: [
      'RuntimeError: The NVIDIA driver on your system is too old (found version 11040). Please update your GPU driver',
    ],
    not: ['the driver of the model is old', 'please update your dataset'],
  },
  'F-E06': {
    shows: [
      'docker: Error response from daemon: OCI runtime create failed: runc create failed: unable to start container process',
      'nvidia-container-cli: requirement error: unsatisfied condition: cuda>=12.4',
    ],
    not: ['OCI runtime: runc 1.1.12', 'nvidia-container-cli info'],
  },
  'F-E24': {
    shows: [
      'torch.AcceleratorError: CUDA error: an illegal memory access was encountered',
      'RuntimeError: CUDA error: misaligned address',
    ],
    not: ['illegal memory access is what compute-sanitizer finds', 'RuntimeError: an illegal value was met'],
  },
  'F-E25': {
    shows: ['torch.AcceleratorError: CUDA error: invalid device ordinal'],
    not: ['RuntimeError: invalid device string: cuda:x', 'invalid device ordinal 7 was skipped'],
  },
  'F-E26': {
    shows: [
      "RuntimeError: Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use the 'spawn' start method",
    ],
    not: ['CUDA is initialized in the forked subprocess', 'Cannot re-initialize the logger'],
  },
  'F-E27': {
    shows: [
      'triton.runtime.errors.OutOfResources: out of resource: shared memory, Required: 1048576, Hardware limit: 232448. Reducing block sizes or `num_stages` may help.',
    ],
    not: ['out of resources: 3 of 8 agents', 'shared memory, Required: 4096, Hardware limit: 232448'],
  },
  'F-E28': {
    shows: [
      'It looks like orte_init failed for some reason; your parallel process is\nlikely to abort.',
      'It looks like MPI_INIT failed for some reason; your parallel process is',
    ],
    not: ['MPI_INIT of your parallel process took 3 s', 'It looks like the parallel process is idle'],
  },
  'F-N15': {
    shows: ['[rank0]: Last error:\n[rank0]: Bootstrap : no socket interface found'],
    not: ['NCCL INFO Bootstrap : Using eth0:10.0.0.2<0>', 'no socket interface was asked for'],
  },
  'F-E07': {
    shows: [
      'RuntimeError: The detected CUDA version (12.4) mismatches the version that was used to compile PyTorch (11.8).',
    ],
    not: ['CUDA version 12.4', 'the version mismatches the lock file'],
  },
  'F-M01': {
    shows: ['epoch 4\nKilled\n'],
    not: [
      'epoch 4: Killed 0 of 8 workers',
      'Killed 3 stale workers',
      'worker 3 was Killed and started again',
    ],
  },
  'F-M02': {
    shows: ['RuntimeError: DataLoader worker (pid 4711) is killed by signal: Killed.'],
    not: ['DataLoader worker (pid 4711) exited', 'worker is killed by signal: Terminated'],
  },
  'F-M03': {
    shows: ['Process exited with code 137', 'exit status 137'],
    not: ['step 137', 'exit code 0', 'exit code 1370'],
  },
  'F-M04': {
    shows: [
      'RuntimeError: unable to write to file </torch_4711_123>',
      'RuntimeError: received 0 items of ancdata',
      'epoch 1\nBus error (core dumped)\n',
    ],
    not: ['unable to write to file report.html', 'a bus error rate of 0', 'received 0 items'],
  },
  'F-M05': {
    shows: [
      'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.',
      'torch.cuda.OutOfMemoryError: CUDA out of memory.',
    ],
    not: ['CUDA memory: 12 GiB of 80 GiB', 'out of memory budget: 0', 'max_memory_allocated 71 GiB'],
  },
  'F-M11': {
    shows: [
      'slurmstepd: error: Detected 1 oom-kill event(s) in StepId=42.batch. Some of your processes may have been killed by the cgroup out-of-memory handler.',
      'slurmstepd: error: Detected 2 oom_kill events in StepId=7.0.',
    ],
    not: ['slurmstepd: error: Detected zonelist', 'oom-kill events: 0'],
  },
  'F-M12': {
    shows: [
      '    Last State:     Terminated\n      Reason:       OOMKilled\n      Exit Code:    137',
      '"reason": "OOMKilled"',
    ],
    not: [
      '    Last State:     Terminated\n      Reason:       Completed\n      Exit Code:    0',
      '    Reason:       Completed',
      '    Reason:       Error',
    ],
  },
  'F-M13': {
    shows: [
      '  File "torch/distributed/fsdp/_state_dict_utils.py", line 300, in _full_post_state_dict_hook\n  File "x.py", line 7\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 GiB.',
    ],
    not: [
      '  File "torch/distributed/fsdp/_state_dict_utils.py", line 300, in _full_post_state_dict_hook\nsaved the full state in 12 s',
      'saving with FULL_STATE_DICT\nsaved in 12 s',
      'state_dict_type: SHARDED_STATE_DICT',
    ],
  },
  'F-D01': {
    shows: [
      'RuntimeError: basic_ios::clear: iostream error',
      'RuntimeError: [enforce fail at inline_container.cc:603] . unexpected pos 33554496 vs 33554390',
    ],
    not: ['unexpected pos', 'iostream opened'],
  },
  'F-D02': {
    shows: ['OSError: [Errno 28] No space left on device', 'Error: ENOSPC: no space left on device, write'],
    not: ['the disk has space left on device /data', 'no space left in the prompt'],
  },
  'F-D04': {
    shows: ['overlay         5.0G  5.0G   20K 100% /', 'overlay  20G  19.8G  200M  99% /'],
    not: [
      'overlay          20G   19G  1.0G  95% /',
      'overlay         5.0G  2.0G  3.0G  40% /',
      '/dev/sda1  5.0G  5.0G  20K 100% /data',
    ],
  },
  'F-D05': {
    shows: ['out/checkpoint-1200.pt.tmp', './runs/a/step-40.safetensors.partial'],
    not: ['out/checkpoint-1200.pt', 'cache/index.tmp', 'writing out/checkpoint-1200.pt.tmp and renaming it'],
  },
  'F-D07': {
    shows: [
      'RuntimeError: PytorchStreamReader failed reading zip archive: failed finding central directory',
      'RuntimeError: unexpected EOF, expected 200179 more bytes. The file might be corrupted.',
      'safetensors._safetensors_rust.SafetensorError: Error while deserializing header: incomplete metadata, file not fully covered',
      'safetensors._safetensors_rust.SafetensorError: Error while deserializing header: header too small',
      '_pickle.UnpicklingError: pickle data was truncated',
      'ValueError: Failed to read all data for array. Expected (1000,) = 1000 elements, could only read 492 elements. (file seems not fully written?)',
      'OSError: Unable to synchronously open file (truncated file: eof = 41024, sblock->base_addr = 0, stored_eof = 82048)',
      '  File "/opt/env/lib/python3.12/site-packages/torch/serialization.py", line 1571, in load\n    return _legacy_load(\n           ^^^^^^^^^^^^^\nEOFError',
      '  File "/opt/env/lib/python3.12/site-packages/torch/serialization.py", line 1571, in load\n    return _legacy_load(\nEOFError: Ran out of input',
    ],
    not: [
      'PytorchStreamReader opened',
      'finding central directory',
      '  File "/opt/app/data.py", line 3, in rows\n    return pickle.load(file)\nEOFError: Ran out of input',
      'warning: pickle data was truncated in epoch 3, batch skipped',
    ],
  },
  'F-D08': {
    shows: ['RuntimeError: Error(s):\n\tUnexpected key(s) in state_dict: "_orig_mod.a.weight"'],
    not: [
      'RuntimeError: Error(s) in loading state_dict for Net:\n\tUnexpected key(s) in state_dict: "head.weight"',
      '<All keys matched successfully>',
      'Missing key(s): none',
    ],
  },
  'F-D09': {
    shows: [
      '\tsize mismatch for head.weight: copying a param with shape torch.Size([10, 512]) from checkpoint',
    ],
    not: ['set size mismatch tolerance 0.1', 'no mismatch for sizes'],
  },
  'F-D10': {
    shows: ['DURABLE SYNC FAILED', 'DURABLE SYNC BLOCKED: quota'],
    not: ['DURABLE SYNC OK', 'no DURABLE SYNC FAILED so far'],
  },
  'F-D13': {
    shows: [
      'The node was low on resource: ephemeral-storage. Evicted',
      'Pod ephemeral local storage usage exceeds the total limit of containers 10Gi.',
      'Evicted   The node had condition: ephemeral-storage',
    ],
    not: ['limits: ephemeral-storage: 10Gi', 'Evicted   The node was low on resource: memory.'],
  },
  'F-D14': {
    shows: [
      'Multi-Attach error for volume "pvc-1" Volume is already exclusively attached to one node and can\'t be attached to another',
    ],
    not: ['AttachVolume.Attach succeeded for volume "pvc-1"'],
  },
  'F-D15': {
    shows: ['out/last.pt: FAILED', 'sha256sum: WARNING: 1 computed checksum did NOT match'],
    not: ['out/last.pt: OK', 'test_a FAILED in 2 s'],
  },
  'F-D18': {
    shows: ['AssertionError: No inf checks were recorded for this optimizer.'],
    not: ['no inf in the gradients', 'checks were recorded'],
  },
  'F-E01': {
    shows: ["run.sh: line 2: $'\\r': command not found"],
    not: ['run.sh: line 2: r: value', 'carriage returns: 0'],
  },
  'F-E08': {
    shows: ['Defaulting to user installation because normal site-packages is not writeable'],
    not: [
      'Defaulting to venv installation because normal site-packages is writeable',
      'Installing collected packages: einops',
      'Defaulting to cuda:0',
    ],
  },
  'F-E09': {
    shows: [
      "ModuleNotFoundError: No module named 'torch'",
      'EnvironmentNameNotFound: Could not find conda environment: gpu',
    ],
    not: [
      "UserWarning: No module named 'flash_attn' is needed; ModuleNotFoundError is handled",
      'caught ModuleNotFoundError, going on without flash attention',
      'optional import: none',
    ],
  },
  'F-E10': {
    shows: ["KeyError: 'lr'", "AttributeError: 'NoneType' object has no attribute 'x'"],
    not: [
      "handled: AttributeError of 'NoneType' object has attribute 'x' in no step",
      'handled KeyError for lr',
      'AttributeError count 0',
    ],
  },
  'F-E11': {
    shows: [
      'Override path model.size is not a mapping',
      "Could not override 'model.widht'.",
      "omegaconf.errors.ConfigAttributeError: Key 'lrr' is not in struct",
    ],
    not: ["override 'model.width' = 3", 'a mapping of labels'],
  },
  'F-E12': {
    shows: [
      'RuntimeError: CUDA error: device-side assert triggered',
      'IndexError: Target 10 is out of bounds.',
    ],
    not: [
      'IndexError: Target 10 of labels is empty',
      'RuntimeError: CUDA error: invalid device ordinal',
      'Target 10 reached',
      'all labels within bounds',
    ],
  },
  'F-E13': {
    shows: ['RuntimeError: stack expects each tensor to be equal size, but got [3, 8, 8] at entry 0'],
    not: ['stack of equal size'],
  },
  'F-E14': {
    shows: [
      'ValueError: Expected more than 1 value per channel when training, got input size torch.Size([1, 64])',
    ],
    not: ['1 value per channel'],
  },
  'F-E15': {
    shows: ['ValueError: sampler option is mutually exclusive with shuffle'],
    not: ['shuffle: True, sampler: None'],
  },
  'F-E16': {
    shows: [
      "AttributeError: Can't pickle local object 'main.<locals>.collate'",
      "AttributeError: Can't get local object 'f.<locals>.g'",
    ],
    not: ['pickle protocol 5', 'local object store ready'],
  },
  'F-E17': {
    shows: [
      'ValueError: Image size of 99999x800 pixels is too large. It must be less than 2^16 in each direction.',
    ],
    not: ['Image size of 224x224 pixels', 'large images are resized'],
  },
  'F-E18': {
    shows: ['ValueError: Asking to pad but the tokenizer does not have a padding token.'],
    not: ['padding token: <pad>'],
  },
  'F-E19': {
    shows: ['RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn'],
    not: ['31 tensors do not require grad (frozen)'],
  },
  'F-E20': {
    shows: ['UserWarning: Detected call of `lr_scheduler.step()` before `optimizer.step()`.'],
    not: ['lr_scheduler.step() at 100'],
  },
  'F-E21': {
    shows: ['requests.exceptions.HTTPError: 401 Client Error: Unauthorized for url: https://hub.example/api'],
    not: [
      'downloaded 401 files from the hub: client closed, no error',
      'requests: 401 in flight, client_error_rate 0.0 for url: https://hub.example/api',
      'waiting for 401 samples',
      'gated activation units',
    ],
  },
  'F-E22': {
    shows: ['Traceback (most recent call last):'],
    not: ['see Traceback (most recent call last): in the old log', 'no traceback'],
  },
  'F-N02': {
    shows: [
      'gpu-1:42:42 [0] NCCL INFO NET/Socket : Using [0]docker0:172.17.0.1<0>',
      'NCCL INFO Bootstrap : Using lo:127.0.0.1<0>',
    ],
    not: ['NCCL INFO Bootstrap : Using eth0:10.0.0.4<0>', 'NCCL INFO NET/Socket : Using [0]ens5:10.0.0.4<0>'],
  },
  'F-N03': {
    shows: ['[Rank 0] Watchdog for collective 7 timed out after 600000ms'],
    not: [
      '[Rank 0] Watchdog for collective 7 started, timeout 600000ms',
      'Watchdog started',
      'collective timeout set to 600 s',
    ],
  },
  'F-N04': {
    shows: [
      'ping: local error: message too long, mtu=1500',
      'From 10.0.0.1 icmp_seq=1 Frag needed and DF set (mtu = 1500)',
    ],
    not: ['64 bytes from 10.0.0.1: icmp_seq=1', 'mtu 9000'],
  },
  'F-N05': {
    shows: ['RuntimeError: Detected mismatch between collectives on ranks. Rank 0 is running'],
    not: ['no mismatch between ranks'],
  },
  'F-N09': {
    shows: [
      'RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one.',
    ],
    not: ['finished reduction of dimension 3'],
  },
  'F-N10': {
    shows: [
      'torch.distributed.DistNetworkError: Address already in use (errno: 98)',
      'Error: listen EADDRINUSE: address already in use :::29500',
    ],
    not: ['address 127.0.0.1 in use by rank 0', 'port 29500 is free'],
  },
  'F-N11': {
    shows: ['Duplicate GPU detected : rank 1 and rank 0 both on CUDA device 1a000'],
    not: ['rank 1 on CUDA device 1', 'duplicate samples detected'],
  },
  'F-N12': {
    shows: ['[default] Worker group FAILED. 2/3 attempts left; will restart worker group'],
    not: [
      '[default] starting workers for entrypoint: train.py',
      '[default] worker group successfully finished.',
    ],
  },
  'F-N13': {
    shows: ['torch.distributed.elastic.rendezvous.api.RendezvousTimeoutError'],
    not: [
      'torch.distributed.elastic.rendezvous.api: rendezvous timeout is 600 s',
      'rendezvous timeout is 600 s',
      '[default] Rendezvous complete for workers.',
    ],
  },
  'F-N14': {
    shows: [
      'RuntimeError: Mesh should not be bigger than default world size 4, but found 8 ranks!',
      'AssertionError: world size (6) is not divisible by tensor parallel size (4)',
    ],
    not: ['world size 4, rank 0', 'mesh shape (2, 2)'],
  },
  'F-T01': {
    shows: ['step 5 loss: nan', '{"step": 7, "loss": NaN}', 'grad_norm: inf'],
    not: [
      'loss: 1.0 (nan values skipped: 0)',
      'loss: 0.5 information gain',
      'infinite loader, loss decreasing',
    ],
  },
  'F-T02': {
    shows: ['step 40 loss: -1.2e+16', 'loss=-3e9'],
    not: ['step 40 loss: -1.2e-16', 'loss: -1.2e-16', 'loss: -3.1e+00', 'log-loss: 1.2e+01'],
  },
  'F-T04': {
    shows: [
      'Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 1.0',
      'Exception: Current loss scale already at minimum - cannot decrease scale anymore. Exiting run.',
    ],
    not: [
      'loss scale 65536',
      'Skipping step, loss scaler 0 reducing loss scale to 32768.0',
      'reducing loss scale to 16384',
    ],
  },
  'F-T05': {
    shows: ['Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 32768.0'],
    not: ['overflow: 0', 'skipping step 0 to 40 (resumed)'],
  },
  'F-T10': {
    shows: ['{"results": {}}', '"num_samples": 0'],
    not: ['{"results": {"num_samples": 100, "acc": 0.7}}', '{"results": {"acc": 0.7}}', '"num_samples": 100'],
  },
  'F-S01': {
    shows: ['Connection to 192.0.2.7 closed by remote host.'],
    not: ['Connection to 192.0.2.7 closed.', 'connection opened'],
  },
  'F-S02': {
    shows: [
      'ssh: connect to host 192.0.2.7 port 22: Connection timed out',
      'ssh: Could not resolve hostname box: Name or service not known',
    ],
    not: ['connected to host 192.0.2.7', 'the connection timed out of the pool'],
  },
  'F-S03': {
    shows: [
      'Connection timed out during banner exchange',
      'kex_exchange_identification: Connection closed by remote host',
    ],
    not: [
      'debug1: banner exchange: Connection up, no time out during key exchange',
      'kex_exchange_identification: Connection accepted by remote host',
      'banner: welcome',
      'key exchange done',
    ],
  },
  'F-S04': {
    shows: ['Name:\tbox.example.org Address: 198.18.0.42'],
    not: ['Name:\tbox.example.org Address: 198.51.100.7', 'Address: 198.51.100.7', 'version 198.180.0'],
  },
  'F-S05': {
    shows: ['ssh: connect to host 192.0.2.7 port 22022: Connection refused'],
    not: [
      'ssh: connect to host 192.0.2.7 port 22022: connection established',
      'the offer was refused',
      'connection pool',
    ],
  },
  'F-S06': {
    shows: ['Host key verification failed.', '@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @'],
    not: ['host key accepted', 'verification passed'],
  },
  'F-S07': {
    shows: ['root@192.0.2.7: Permission denied (publickey,password).', 'Load key "/k": invalid format'],
    not: ["mkdir: cannot create directory '/x': Permission denied", 'permission granted'],
  },
  'F-S08': {
    shows: ['subsystem request failed on channel 0'],
    not: ['subsystem request for sftp accepted on channel 0', 'subsystem sftp ready'],
  },
  'F-S09': {
    shows: [
      'Read from remote host 192.0.2.7: Connection reset by peer',
      'rsync error: error in rsync protocol data stream (code 12) at io.c(231)',
    ],
    not: ['read 3 files from remote', 'rsync: sent 12 bytes'],
  },
  'F-S10': {
    shows: ['scp: dest open "out/x/last.pt": Failure', 'dest open "a/b": No such file or directory'],
    not: ['scp: dest open "out/x/last.pt": done', 'dest opened', 'Failure count 0'],
  },
  'F-S11': {
    shows: ['error code: 524', 'HTTP 524: A timeout occurred'],
    not: [
      'HTTP 200 after a timeout of 524 s had occurred nowhere; error code: none',
      'step 524',
      'HTTP 200 in 524 ms',
    ],
  },
  'F-S12': {
    shows: [
      "requests.exceptions.ProxyError: HTTPSConnectionPool(host='hub.example', port=443)",
      'curl: (56) Received HTTP code 403 from proxy after CONNECT',
    ],
    not: [
      "HTTPSConnectionPool(host='hub.example', port=443): requests through the proxy: 12, exceptions: 0",
      'no proxy is set',
      'a proxy task for pretraining',
    ],
  },
  'F-S13': {
    shows: ['blobs/4f1a.incomplete'],
    not: [
      'blobs/4f1a.incomplete was renamed to blobs/4f1a',
      'blobs/4f1a.complete',
      'blobs/4f1a',
      'the list is incomplete',
    ],
  },
  'F-S14': {
    shows: ['wandb.errors.CommError: Run initialization has timed out after 90.0 sec.'],
    not: [
      'wandb: Run initialization has taken 2.0 sec, timed',
      'run initialized in 90 s',
      'initialization of weights',
    ],
  },
  'F-S15': {
    shows: [
      'Disabled WandB due to initialization error',
      'wandb: ERROR api_key not configured (no-tty). call wandb.login(key=[your_api_key])',
    ],
    not: [
      'wandb: api_key configured (tty), wandb.login(key=...) done; no initialization error',
      'wandb: Syncing run eager-sun-3',
      'wandb: Tracking run with wandb version 0.17.0',
    ],
  },
  'F-P01': {
    shows: ['42|COMPLETED|0:0'],
    not: ['42|RUNNING|0:0|42 COMPLETED before', '42|RUNNING|0:0', 'completed 42'],
  },
  'F-P02': {
    shows: [
      'slurmstepd: error: *** JOB 42 ON n1 CANCELLED AT 2026-05-01T08:22:00 DUE TO TIME LIMIT ***',
      '42|TIMEOUT|0:0',
    ],
    not: ['time limit: 04:00:00', 'timeout=30'],
  },
  'F-P03': {
    shows: ['42|OUT_OF_MEMORY|0:125', '42.batch  OUT_OF_ME+  0:125'],
    not: ['42|COMPLETED|0:0|memory out of 64G: 12G', '42.batch  RUNNING  0:125', 'out_of_memory_retries: 0'],
  },
  'F-P04': {
    shows: [
      '42|NODE_FAIL|0:0',
      'slurmstepd: error: *** JOB 42 ON n1 CANCELLED AT 2026-05-01T08:22:00 DUE TO PREEMPTION ***',
    ],
    not: [
      'slurmstepd: error: *** JOB 42 ON n1 CANCELLED AT 2026-05-01T08:22:00 ***',
      'PreemptMode=REQUEUE',
      'preempted requests: 0',
    ],
  },
  'F-P05': {
    shows: ['42|FAILED|1:0', '42|CANCELLED by 1000|0:0', '42|DEADLINE|0:0'],
    not: ['42|COMPLETED|1:0|by 1000', '42|RUNNING|0:0|FAILED steps 0', '42|PENDING|0:0', 'FAILED tests: 0'],
  },
  'F-P06': {
    shows: ['42|FAILED|0:9', '42|CANCELLED|0:15'],
    not: ['42|CANCELLED|0:0', '42|FAILED|1:0', '42|RUNNING|0:0', 'ratio 0:9 in the split'],
  },
  'F-P07': {
    shows: [
      '  42  gpu  train  me PD  0:00  1 (QOSMaxGRESPerUser)',
      '(Resources)',
      '(ReqNodeNotAvail, UnavailableNodes:n7)',
    ],
    not: ['  42  gpu  train  me  R  1:00  1 (node7, Resources=4)', '(node1)', 'resources: 4'],
  },
  'F-P10': {
    shows: ['0/3 nodes are available: 3 Insufficient nvidia.com/gpu.'],
    not: ['nvidia.com/gpu: 1', '3 Insufficient cpu'],
  },
  'F-P11': {
    shows: ['trainer-0  0/1  ImagePullBackOff  0  5m', 'Failed  ErrImagePull'],
    not: [
      'trainer-0  0/1  ContainerCreating  0  5m',
      'Pulled  image of trainer-0 is present',
      'Successfully pulled image "x"',
      'trainer-0 1/1 Running',
    ],
  },
  'F-P12': {
    shows: [
      '0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims.',
      'Warning  FailedMount  MountVolume.SetUp failed',
    ],
    not: [
      '3/3 nodes are available: pod has bound PersistentVolumeClaims.',
      'Normal  SuccessfulMountVolume  MountVolume.SetUp succeeded',
      'persistentvolumeclaim/data bound',
      'Mounted /data',
    ],
  },
  'F-P13': {
    shows: [
      'spec.template.spec.restartPolicy: Unsupported value: "Always"',
      'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
    ],
    not: ['restartPolicy: Never'],
  },
  'F-P14': {
    shows: ['Warning  BackoffLimitExceeded  Job has reached the specified backoff limit', 'DeadlineExceeded'],
    not: [
      'Normal  Completed  Job has reached its completions, backoff limit untouched',
      'backoffLimit: 6',
      'Job completed',
    ],
  },
  'F-P15': {
    shows: ['{"action": "terminate", "time": "2026-05-01T08:22:00Z"}', '"EventType": "Preempt"'],
    not: ['{"action": "train", "time": 3}', '"EventType": "Reboot"'],
  },
  'F-P17': {
    shows: ['"actual_status": "scheduling"'],
    not: ['"actual_status": "running", "scheduling": 0', '"actual_status": "running"', 'scheduling step 3'],
  },
  'F-P18': {
    shows: ['"actual_status": "offline"'],
    not: ['"actual_status": "running", "offline": false', 'offline evaluation', 'wandb offline'],
  },
  'F-P19': {
    shows: ['"actual_status": "loading"'],
    not: ['"actual_status": "running", "loading": false', 'loading weights'],
  },
  'F-P20': {
    shows: ['"status": "alert"'],
    not: ['"status": "active", "alert": null', '"status": "active"', 'alert threshold 0.1'],
  },
  'F-P21': {
    shows: ['"regions_with_capacity_available": []', 'instance-operations/launch/insufficient-capacity'],
    not: [
      '"regions_with_capacity_available": [{"name": "us-east-1", "capacity": "available"}], "instance": 7',
      '"regions_with_capacity_available": [{"name": "us-east-1"}]',
    ],
  },
  'F-P25': {
    shows: [
      'We are currently out of capacity for the selected machine type',
      'There are no longer any instances available with the requested specifications.',
    ],
    not: [
      'the selected machine type has capacity: 8 out of 12 are available',
      'capacity factor 1.25',
      'out of 8 experts',
    ],
  },
  'F-P26': {
    shows: ['auto-stopped (idle)', '空闲自动关机'],
    not: ['auto-stop is off (idle 0 %)', '空闲自动续费', 'idle: 0 %', 'stopped by the user'],
  },
  'F-C03': {
    shows: ['[3/3] FINISHED seed-3 (exit=0)', 'QUEUE DONE'],
    not: ['[3/3] FINISHED seed-3 (exit=1)', 'the QUEUE is DONE soon'],
  },
  'F-C04': {
    shows: [
      'Training completed. Do not forget to share your model on huggingface.co/models =)',
      '`Trainer.fit` stopped: `max_epochs=3` reached.',
    ],
    not: ['training 40 % completed', 'early stopping patience: 3'],
  },
  'F-C05': {
    shows: ['PULL VERIFIED', 'ARTIFACT_ACCEPTED last.pt'],
    not: ['pull verified files later', 'artifact accepted: no'],
  },
  'F-C06': {
    shows: ['slurm_load_jobs error: Invalid job id specified'],
    not: ['slurm_load_jobs: job id specified: 42, state RUNNING', 'slurm_load_jobs: 3 jobs'],
  },
};

/** What healthy runs print, by the programs that print it. */
export const HEALTHY: Readonly<Record<string, string>> = {
  'transformers Trainer': `***** Running training *****
  Num examples = 1,000
  Num Epochs = 3
  Instantaneous batch size per device = 8
  Gradient Accumulation steps = 1
  Total optimization steps = 375
  0%|          | 0/375 [00:00<?, ?it/s]
{'loss': 2.3026, 'grad_norm': 1.25, 'learning_rate': 4.9e-05, 'epoch': 0.08}
 33%|███▎      | 125/375 [01:02<02:05,  1.99it/s]
{'eval_loss': 2.1, 'eval_runtime': 3.2, 'eval_samples_per_second': 61.1, 'epoch': 1.0}
Saving model checkpoint to out/checkpoint-125
Configuration saved in out/checkpoint-125/config.json
Model weights saved in out/checkpoint-125/model.safetensors
Some weights of BertForSequenceClassification were not initialized from the model checkpoint at x and are newly initialized: ['classifier.bias', 'classifier.weight']
You should probably TRAIN this model on a down-stream task to be able to use it for predictions and inference.
{'train_runtime': 190.1, 'train_samples_per_second': 15.8, 'train_steps_per_second': 1.97, 'train_loss': 1.9, 'epoch': 3.0}
`,
  Lightning: `GPU available: True (cuda), used: True
TPU available: False, using: 0 TPU cores
HPU available: False, using: 0 HPUs
LOCAL_RANK: 0 - CUDA_VISIBLE_DEVICES: [0]
  | Name  | Type   | Params | Mode
0 | layer | Linear | 66     | train
Epoch 2: 100%|██████████| 32/32 [00:00<00:00, 311.05it/s, v_num=0, train_loss=0.41, val_loss=0.38]
Restoring states from the checkpoint path at out/last.ckpt
Restored all states from the checkpoint at out/last.ckpt
`,
  torchrun: `W1125 10:00:00.000000 140 torch/distributed/run.py:793] Setting OMP_NUM_THREADS environment variable for each process to be 1 in default, to avoid your system being overloaded, please further tune the variable for optimal performance in your application as needed.
[rank0]: world size 2
[rank1]: world size 2
NCCL INFO Bootstrap : Using eth0:10.0.0.4<0>
NCCL INFO NET/Socket : Using [0]eth0:10.0.0.4<0>
NCCL INFO comm 0x5f rank 0 nranks 2 cudaDev 0 busId 1000 - Init COMPLETE
[rank0]: step 10 loss 0.31
`,
  DeepSpeed: `[2026-11-25 10:00:00,000] [INFO] [logging.py:96:log_dist] [Rank 0] step=10, skipped=2, lr=[5e-05], mom=[(0.9, 0.999)]
[2026-11-25 10:00:00,000] [INFO] [timer.py:264:stop] epoch=0/micro_step=10/global_step=10, RunningAvgSamplesPerSec=91.2, MemAllocated=12.1GB, MaxMemAllocated=20.3GB
[2026-11-25 10:00:00,000] [INFO] [torch_checkpoint_engine.py:21:save] [Torch] Saved out/global_step10/mp_rank_00_model_states.pt.
`,
  nanoGPT: `tokens per iteration will be: 491,520
number of parameters: 123.59M
num decayed parameter tensors: 50, with 124,354,560 parameters
using fused AdamW: True
compiling the model... (takes a ~minute)
step 0: train loss 10.9898, val loss 10.9879
iter 0: loss 10.9898, time 41012.33ms, mfu -100.00%
iter 10: loss 9.1, time 250.01ms, mfu 41.22%
saving checkpoint to out
`,
  Keras: `Epoch 1/3
1875/1875 ━━━━━━━━━━━━━━━━━━━━ 4s 2ms/step - accuracy: 0.8554 - loss: 0.4972 - val_accuracy: 0.9575 - val_loss: 0.1417
Epoch 1: val_loss improved from inf to 0.14170, saving model to out/best.keras
`,
  'W&B and TRL': `wandb: Tracking run with wandb version 0.17.0
wandb: Run data is saved locally in wandb/run-20261125_100000-abc
wandb: Syncing run eager-sun-3
{'loss': 1.2, 'grad_norm': 0.8, 'learning_rate': 1.8e-05, 'num_tokens': 12000.0, 'mean_token_accuracy': 0.71, 'epoch': 0.4}
wandb: 🚀 View run eager-sun-3 at: https://wandb.example/x
`,
  Slurm: `JobID|State|ExitCode
42|RUNNING|0:0
42.batch|RUNNING|0:0
`,
  'nvidia-smi -q': `        Clocks Event Reasons
        Idle                              : Not Active
        SW Power Cap                      : Not Active
        HW Slowdown                       : Not Active
            HW Thermal Slowdown           : Not Active
            HW Power Brake Slowdown       : Not Active
        SW Thermal Slowdown               : Not Active
    Temperature
        GPU Current Temp                  : 61 C
        GPU Shutdown Temp                 : 95 C
    Fabric
        State                             : Completed
        Status                            : Success
`,
};
