import { publishSummary, setOutputs } from '../github/publish.ts';
import { failureMarkdown } from '../report/markdown.ts';
import { redactorOf } from '../secret/redactor.ts';
import { COMMANDS } from './command-list.ts';
import { problemsIn } from './failed-stage.ts';
import { readInputs } from './inputs.ts';
import { tellPullRequest } from './pull-request.ts';
import { faceOf, settingsOf } from './settings.ts';

/** The step of `actions/comment`. Where the token may not comment, the same stands in the summary and the step is green. */
export async function pullRequestAction(signal: AbortSignal): Promise<number> {
  setOutputs({ comment: '', smoke: '' });
  try {
    const options = COMMANDS.find(({ name }) => name === 'comment')?.options ?? [];
    const settings = settingsOf({ given: readInputs(options, process.env) });
    const { markdown, smoke, comment } = await tellPullRequest(settings, await faceOf(settings), signal);
    setOutputs({ comment, smoke });
    await publishSummary(markdown);
    return 0;
  } catch (thrown) {
    const error = redactorOf(process.env).error(thrown);
    await publishSummary(failureMarkdown('comment', problemsIn(error)));
    throw error;
  }
}
