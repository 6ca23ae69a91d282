import type { Redactor } from '../secret/redactor.ts';
import type { Identity } from '../world.ts';

/**
 * The runner's word for who this job is, where its permissions allow one (`id-token: write`); `undefined` elsewhere. The token is
 * good for some minutes and is asked for anew each time.
 */
export function identityOf(
  env: Readonly<Record<string, string | undefined>>,
  redactor: Pick<Redactor, 'learn'>,
): Identity | undefined {
  if (!env['ACTIONS_ID_TOKEN_REQUEST_URL'] || !env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']) return;
  const hide = async (secret: string): Promise<void> => {
    const { maskSecret } = await import('./runner.ts');
    redactor.learn(secret);
    maskSecret(secret);
  };
  return {
    hide,
    async token(audience) {
      const { identityToken } = await import('./runner.ts');
      const token = await identityToken(audience);
      await hide(token);
      return token;
    },
  };
}
