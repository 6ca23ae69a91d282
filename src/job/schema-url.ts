/** Where editors find the schema of a job file: the first line of the file names it. */
export const SCHEMA_URL =
  'https://raw.githubusercontent.com/gpu-lease/gpu-lease/main/schemas/job.schema.json';
