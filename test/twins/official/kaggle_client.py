"""Pushes, looks at and brings one kernel through Kaggle's own client, pointed at an address on loopback: BASE FOLDER SLUG SHAPE SECONDS."""

import json
import sys
import time
from pathlib import Path

import kagglesdk.kaggle_env as places

base, folder, name, shape, seconds = sys.argv[1:]
# Where the client has its address; everything else of it is as it comes.
places._env_to_endpoint[places.KaggleEnv.PROD] = base

from kaggle.api.kaggle_api_extended import KaggleApi

api = KaggleApi()
api.authenticate()
pushed = api.kernels_push(folder, timeout=seconds, acc=None if shape == 'none' else shape)
told = {'user': api.config_values['username'], 'error': pushed.error, 'version': pushed.version_number, 'url': pushed.url}
told['invalid'] = list(pushed.invalid_kernel_sources or []) + list(pushed.invalid_dataset_sources or [])
if not pushed.error:
    states = []
    for _ in range(600):
        states.append(api.kernels_status(name).status.name)
        if states[-1] not in ('QUEUED', 'RUNNING'):
            break
        time.sleep(0.1)
    told['states'] = sorted(set(states))
    told['first'] = api.kernels_status(f'{name}/1').status.name
    files, _ = api.kernels_output(name, str(Path(folder) / 'output'), page_size=3)
    told['files'] = sorted(str(Path(each).relative_to(Path(folder) / 'output')) for each in files)
    told['log'] = api.kernels_logs(name)
    told['listed'] = [each.ref for each in api.kernels_list(mine=True, sort_by='dateRun', page_size=100)]
    quota = api.quota_view()
    told['allowed'] = quota.gpu_quota.total_time_allowed.total_seconds() / 3600
    try:
        api.kernels_status('ada/not-there')
    except ValueError as why:
        told['absent'] = str(why)
print(json.dumps(told))
