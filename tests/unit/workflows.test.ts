import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { accreditationStates } from '../../app/accreditation/states.ts'
import { noteStates } from '../../app/notes/standing.ts'
import type { Step } from '../../rules/steps.ts'
import { accreditationSteps, canTake, deleteRequestSteps, noteSteps, workflows } from '../../rules/workflows.ts'
import { withWorkflowSteps } from '../../scripts/schema/workflow-steps.ts'
import { schemaPath } from '../../server/database/schema-files.ts'

function after(steps: Record<string, Step>, state: string | null): string[] {
  return [...new Set(Object.values(steps).flatMap(step => (canTake(step, state) ? [step.to] : [])))].toSorted()
}

test('the tables answer what may follow a state', () => {
  expect(after(accreditationSteps, 'submitted')).toEqual(['approved', 'in_review', 'rejected', 'returned'])
  expect(after(noteSteps, 'current')).toEqual(['cancelled', 'defaulted', 'matured', 'paid', 'signed', 'transferred'])
  expect(after(noteSteps, 'renewed')).toEqual(['matured'])
  expect(after(deleteRequestSteps, null)).toEqual(['pending'])
  expect(after(deleteRequestSteps, 'approved')).toEqual([])
})

test('every state is known, and reached by a step or where something begins', () => {
  const begins: Record<keyof typeof workflows, string[]> = {
    approval: ['pending'],
    delete_request: ['none'],
    signing: ['none', 'sent'],
    document_request: ['open'],
    evidence: ['none'],
    accreditation: ['started'],
    note: ['draft'],
    election: ['none'],
    grant: ['none'],
    tax_certification: ['submitted'],
    tax_profile: ['missing'],
    consent: ['asked'],
    statement_run: ['preparing'],
    tax_run: ['draft'],
    letter_run: ['preparing'],
    sealed_file: ['sealing'],
    sanctions_hit: ['open'],
    paper_batch: ['uploaded'],
    paper_item: ['matched', 'ambiguous', 'unmatched', 'conflict'],
    delivery: ['requested', 'sending'],
    offering: ['draft'],
    subscription: ['started', 'prepared'],
    envelope: ['draft'],
  }
  for (const [name, steps] of Object.entries(workflows) as [keyof typeof workflows, Record<string, Step>][]) {
    const reached = [...begins[name], ...Object.values(steps).map(({ to }) => to)]
    for (const { from } of Object.values(steps)) for (const state of from) expect(reached, name).toContain(state)
  }
  expect([...after(noteSteps, 'draft')]).toEqual(['cancelled', 'signed'])
  const noteReached = ['draft', ...Object.values(noteSteps).map(({ to }) => to)]
  expect([...new Set(noteReached)].toSorted()).toEqual(Object.keys(noteStates).toSorted())
  const verified = ['started', 'cleared', ...Object.values(accreditationSteps).map(({ to }) => to)]
  expect([...new Set(verified)].toSorted()).toEqual([...accreditationStates, 'cleared'].toSorted())
})

test('the database’s guard has the same rows', async () => {
  const file = schemaPath('workflows')
  const text = await readFile(file, 'utf8')
  expect(withWorkflowSteps(text), 'run `npm run schema`').toBe(text)
})
