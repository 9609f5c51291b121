// `app.workflow_steps` from `rules/workflows.ts`; the ledger guard's conditions from `app/approvals/ledger-approvals.ts`.

import { approvalsOfEntries } from '../../app/approvals/ledger-approvals.ts'
import type { Step } from '../../rules/steps.ts'
import { workflows } from '../../rules/workflows.ts'

const begin = '-- Generated from rules/workflows.ts\n'
const end = '-- End of what is generated\n'

/** @returns the text of `schema/workflows.sql` with its function generated from the rules */
export function withWorkflowSteps(text: string): string {
  const [head, rest] = text.split(begin)
  const [, tail] = rest?.split(end) ?? []
  if (head === undefined || tail === undefined)
    throw new Error('workflows.sql has lost the comments around what is generated')
  return `${head}${begin}${workflowSteps()}${entryApprovals()}${end}${tail}`
}

function workflowSteps(): string {
  const rows = Object.entries(workflows).flatMap(([workflow, steps]) =>
    Object.values<Step>(steps).flatMap(step => step.from.map(from => row(workflow, from, step))),
  )
  return `create or replace function app.workflow_steps()
  returns table (workflow text, from_state text, to_state text, takers text[], approval text, is_approved_elsewhere boolean,
    needs text[])
language sql immutable as $$
  values
${rows.join(',\n')}
$$;
`
}

function entryApprovals(): string {
  const cases = Object.entries(approvalsOfEntries).map(
    ([kind, approvals]) => `    when '${kind}' then ${array(approvals)}`,
  )
  return `create or replace function app.approvals_of_entries(kind text) returns text[] language sql immutable as $$
  select case kind
${cases.join('\n')}
  end
$$;
grant execute on function app.approvals_of_entries to app_steward;
`
}

function row(workflow: string, from: string, { to, by, approval, isApprovedElsewhere, needs = [] }: Step): string {
  const values = [`'${workflow}'`, `'${from}'`, `'${to}'`, array(by), approval ? `'${approval}'` : 'null::text']
  return `    (${[...values, String(isApprovedElsewhere ?? false), array(needs)].join(', ')})`
}

const array = (texts: readonly string[]) => `'{${texts.join(',')}}'::text[]`
