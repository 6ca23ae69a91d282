import type { Corpus } from './texts.ts';

/** Places, platforms and our own records, as they show themselves over several lines. */
export const PLACE_TEXTS: Corpus = {
  'F-C01': {
    shows: [
      'Welcome to the box\n{"gpuLease":1,"boxTime":2000,"queue":"ended","cells":[{"name":"main","state":"exited","attempt":1,"exitCode":0,"syncExitCode":null}]}\n',
    ],
    near: [
      '{"gpuLease":1,"boxTime":2000,"queue":"ended","cells":[{"name":"main","state":"exited","attempt":1,"exitCode":1,"syncExitCode":null}]}\n',
      '{"gpuLease":1,"cells":[{"name":"main","state":"running","attempt":1,"exitCode":null}]}\n',
    ],
  },
  'F-C02': {
    shows: ['collect and verify\nmain: last.safetensors pass L3\nverified 5/5, 2 boxes\n'],
    near: ['collect and verify\nmain: last.safetensors pass L3\nverified 4/5, 2 boxes\n'],
  },
  'F-D11': {
    shows: [
      'step 400 loss 0.4\nsynced to /mnt/durable/run-a\n$ ls -la /mnt/durable/run-a\ntotal 0\n',
      "synced to /mnt/durable/run-a\n$ ls /mnt/durable/run-a\nls: cannot access '/mnt/durable/run-a': No such file or directory\n",
    ],
    near: [
      'step 400 loss 0.4\nsynced to /mnt/durable/run-a\n$ ls -la /mnt/durable/run-a\ntotal 812\n-rw-r--r-- 1 root root 831488 Nov 25 10:00 last.pt\n',
    ],
  },
  'F-D12': {
    shows: [
      'saved /content/drive/MyDrive/run/last.pt\n$ ls -l /content/drive/MyDrive/run\n-rw------- 1 root root 0 Nov 25 10:00 last.pt\n',
    ],
    near: [
      'saved /content/drive/MyDrive/run/last.pt\n$ ls -l /content/drive/MyDrive/run\n-rw------- 1 root root 831488 Nov 25 10:00 last.pt\n',
    ],
  },
  'F-E23': {
    shows: ['$ ssh box pip install einops\nERROR: Could not find an activated virtualenv (required).\n'],
    near: [
      '$ ssh box pip install einops\nfound an activated virtualenv: /opt/env\nRequirement already satisfied: einops\n',
    ],
  },
  'F-P09': {
    shows: [
      '$ srun --ntasks=1 python train.py\nUserWarning: This DataLoader will create 8 worker processes in total. Our suggested max number of worker in current system is 1, which is smaller than what this DataLoader is going to create.\n',
    ],
    near: [
      '$ srun --ntasks=1 --cpus-per-task=16 python train.py\nUserWarning: This DataLoader will create 32 worker processes in total. Our suggested max number of worker in current system is 16, which is smaller than what this DataLoader is going to create.\n',
    ],
  },
  'F-P16': {
    shows: [
      '{"id": "p7x", "desiredStatus": "RUNNING",\n "machine": {"gpuTypeId": "NVIDIA A40"},\n "gpuCount": 0}\n',
    ],
    near: [
      '{"id": "p7x", "desiredStatus": "RUNNING",\n "machine": {"gpuTypeId": "NVIDIA A40"},\n "gpuCount": 1}\n',
    ],
  },
  'F-P22': {
    shows: [
      '$ curl -m 60 -X POST https://api.example/api/v1/instance-operations/terminate\ncurl: (28) Operation timed out after 60001 milliseconds with 0 bytes received\n',
    ],
    near: [
      '$ curl -m 60 -X POST https://api.example/api/v1/instance-operations/terminate\n{"data": {"terminated_instances": [{"id": "7", "status": "terminating"}]}}\n',
    ],
  },
  'F-P23': {
    shows: [
      'DELETE https://api.example/v2/droplets/4711 -> 204\nGET https://api.example/v2/droplets -> 200\n{"droplets": [{"id": 4711, "status": "active"}]}\n',
    ],
    near: [
      'DELETE https://api.example/v2/droplets/4711 -> 204\nGET https://api.example/v2/droplets -> 200\n{"droplets": []}\n',
    ],
  },
  'F-P24': {
    shows: [
      '{"id": "ps7", "name": "tiny-1", "state": "off",\n "autoShutdownTimeout": 6, "dtLastRun": "2026-05-01T14:00:00Z"}\n',
    ],
    near: [
      '{"id": "ps7", "name": "tiny-1", "state": "ready",\n "autoShutdownTimeout": 6}\n',
      '{"id": "ps7", "name": "tiny-1", "state": "off",\n "autoShutdownTimeout": null}\n',
    ],
  },
  'F-P27': {
    shows: [
      '实例 tiny-1 已关机\n连续关机 15 天 后实例将被释放，数据盘内容删除\n',
      'status of tiny-1\nInstance tiny-1 is stopped. Its data disk will be deleted after 10 days.\n',
    ],
    near: ['实例 tiny-1 已关机\n15 天 内的账单\n', 'Instance tiny-1 is stopped. It ran for 10 days.\n'],
  },
  'F-P28': {
    shows: [
      '$ nohup python train.py &\nnohup: ignoring input and appending output to nohup.out\n$ uptime\n 10:00:00 up 12 days,  2:11,  0 users,  load average: 0.02\n$ dmesg | tail\n$ pgrep -f train.py\n\n'.replace(
        '$ pgrep',
        'pgrep',
      ),
    ],
    near: [
      '$ nohup python train.py &\nnohup: ignoring input and appending output to nohup.out\n$ uptime\n 10:00:00 up 12 days,  2:11,  0 users,  load average: 9.02\npgrep -f train.py\n4711\n',
    ],
  },
  'F-P29': {
    shows: ['step 4100 loss 0.41\nRuntime disconnected\nThe connection to the runtime has timed out.\n'],
    near: ['step 4100 loss 0.41\nRuntime connected\nThe connection to the runtime is restored.\n'],
  },
  'F-P30': {
    shows: [
      '{"id": "p7x", "desiredStatus": "EXITED", "containerDiskInGb": 20,\n "volumeInGb": 100, "storageCostPerHr": 0.028}\n',
      '{"id": 7, "actual_status": "exited",\n "storage_total_cost": 0.011}\n',
    ],
    near: [
      '{"id": "p7x", "desiredStatus": "RUNNING", "containerDiskInGb": 20,\n "volumeInGb": 100, "storageCostPerHr": 0.028}\n',
      '{"id": 7, "actual_status": "exited", "storage_total_cost": 0.0}\n',
    ],
  },
  'F-S17': {
    shows: [
      'Welcome to the box\n{"gpuLease":1,"boxTime":2000,"queue":"running","cells":[{"name":"ma\nwall: the system goes down\n',
    ],
    near: ['Welcome to the box\n{"gpuLease":1,"boxTime":2000,"queue":"running","cells":[]}\n'],
  },
};
