// The rows of `app.workflow_steps`, from `rules/workflows.ts`.

import { type Step, workflows } from '../../rules/workflows.ts'

const begin = '-- Generated from rules/workflows.ts\n'
const end = '-- End of what is generated\n'

/** @returns the text of `schema/workflows.sql` with its generated function as the rules say */
export function withWorkflowSteps(text: string): string {
  const [head, rest] = text.split(begin)
  const [, tail] = rest?.split(end) ?? []
  if (head === undefined || tail === undefined)
    throw new Error('workflows.sql has lost the comments around what is generated')
  return `${head}${begin}${workflowSteps()}${end}${tail}`
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

function row(workflow: string, from: string, { to, by, approval, isApprovedElsewhere, needs = [] }: Step): string {
  const values = [`'${workflow}'`, `'${from}'`, `'${to}'`, array(by), approval ? `'${approval}'` : 'null::text']
  return `    (${[...values, String(isApprovedElsewhere ?? false), array(needs)].join(', ')})`
}

const array = (texts: readonly string[]) => `'{${texts.join(',')}}'::text[]`
