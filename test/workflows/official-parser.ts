import { FeatureFlags } from '@actions/expressions';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/action-parser';
import {
  TemplateContext,
  TemplateValidationErrors,
} from '@actions/workflow-parser/templates/template-context';
import { getWorkflowSchema } from '@actions/workflow-parser/workflows/workflow-schema';

const trace = new NoOperationTraceWriter();

/** What GitHub's own parser has against a workflow file, with line and column; empty when it takes it. */
export async function workflowErrors(name: string, content: string): Promise<string[]> {
  const context = new TemplateContext(new TemplateValidationErrors(), getWorkflowSchema(), trace);
  // Without it the newest keys are refused that github.com takes.
  context.state['featureFlags'] = new FeatureFlags({ all: true });
  const parsed = parseWorkflow({ name, content }, context);
  const options = { errorPolicy: 1, fetchReusableWorkflowDepth: 0 };
  if (parsed.value) await convertWorkflowTemplate(parsed.context, parsed.value, undefined, options);
  return parsed.context.errors.getErrors().map(({ message }) => message);
}

/** The same for an `action.yml`. */
export const actionErrors = (name: string, content: string): string[] =>
  parseAction({ name, content }, trace)
    .context.errors.getErrors()
    .map(({ message }) => message);
