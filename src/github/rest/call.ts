import type { z } from 'zod';

export interface Call<T> {
  /** As Octokit writes it: `GET /repos/{owner}/{repo}/environments/{name}`. Owner and repo are filled in. */
  route: string;
  parameters?: Readonly<Record<string, unknown>>;
  /** Shape of a 2xx body. What does not fit is a Problem (`github-reply`), never a guess. */
  reply: z.ZodType<T>;
  /** Which of the token's permissions it takes, for the message where GitHub names none: `actions: read`. */
  needs: string;
}

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | number | undefined>>;
  data: unknown;
}

/** A call as messages speak of it. */
export interface Asked {
  /** `GET /repos/ada/engine` */
  name: string;
  isRead: boolean;
  needs: string;
  repository: string;
  /** Must stand in no message. */
  token: string;
}

/** Where GitHub tells something by its other interface alone. Only queries are sent there, so it may be asked again. */
export const QUERY = 'POST /graphql';

export const isRead = ({ route }: Pick<Call<unknown>, 'route'>): boolean =>
  route.startsWith('GET ') || route === QUERY;
