/** Generated from the profiles by "npm run generate -- keys": whose account each variable opens. */
export const ACCOUNTS: Readonly<Record<string, string>> = {
  AUTODL_TOKEN: 'AutoDL',
  COMPSHARE_PUBLIC_KEY: 'CompShare',
  COMPSHARE_PRIVATE_KEY: 'CompShare',
  DIGITALOCEAN_TOKEN: 'DigitalOcean',
  KAGGLE_KEY: 'Kaggle',
  KAGGLE_API_TOKEN: 'Kaggle',
  KUBE_CONFIG: 'Kubernetes',
  LAMBDA_API_KEY: 'Lambda',
  PAPERSPACE_API_KEY: 'Paperspace',
  RUNPOD_API_KEY: 'RunPod',
  VAST_API_KEY: 'vast.ai',
  VERDA_CLIENT_ID: 'Verda',
  VERDA_CLIENT_SECRET: 'Verda',
};
