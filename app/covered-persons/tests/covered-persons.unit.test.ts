import { expect, test } from 'vitest'
import { coveredPersons as settings } from '../../../content/covered-persons.ts'
import { noteSteps } from '../../../rules/workflows.ts'
import { bringDownText, eventCodes, questionnaireText, standingWords } from '../covered-persons.ts'

const on = { today: '2027-03-01', remindDays: 30 }
const signer = { name: 'Ada $& Lender', capacity: 'executive_officer', fund: 'Larkstone' } as const
const no = { i: 'no', ii: 'no', iii: 'no', iv: 'no', v: 'no', vi: 'no', vii: 'no', viii: 'no' } as const

test('a standing is in words with its day, and stands out from 30 days before', () => {
  expect(standingWords('current', '2027-04-01', on)).toEqual({ words: 'Current', tone: 'plain' })
  expect(standingWords('current', '2027-03-31', on)).toEqual({ words: 'Due on Mar 31, 2027', tone: 'warning' })
  expect(standingWords('due', '2027-03-01', on)).toEqual({ words: 'Due since Mar 1, 2027', tone: 'danger' })
  expect(standingWords('to_decide', '2027-09-01', on).words).toBe('To be decided')
  expect(standingWords('disqualified', '2027-09-01', on).tone).toBe('danger')
  expect(standingWords('ended', '2020-01-01', on).words).toBe('Ended')
})

test('what is signed has every question with its answer, the details and the declaration', () => {
  const text = questionnaireText(settings, signer, { ...no, v: 'yes' }, 'An order of 2012.')
  for (const code of eventCodes) expect(text).toContain(`(${code}) ${settings.questions[code]}`)
  expect(text.match(/Answer: No/g)).toHaveLength(7)
  expect(text).toContain(`${settings.questions.v}\nAnswer: Yes`)
  expect(text).toContain('Details: An order of 2012.')
  expect(text).toContain('Ada $& Lender (Executive officer) is a covered person of Larkstone')
  expect(text).not.toMatch(/[{}]/)
  expect(bringDownText(settings, signer, '2026-05-04')).toContain('the questionnaire of May 4, 2026')
})

test('each step that binds a purchaser needs a register that is current', () => {
  for (const step of [noteSteps.sign, noteSteps.renew]) expect(step.needs).toContain('register_current')
})
