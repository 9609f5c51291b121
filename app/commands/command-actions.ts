import type { SubmissionResult } from '@conform-to/react'
import { parseWithValibot } from '@conform-to/valibot'
import { type Command, fieldOf, schemaOf } from '../../rules/commands/command.ts'
import type { Actor } from '../../server/access/actor.ts'
import { type ActionAnswer, defineActions, type Intent, type Submission } from '../actions/define-actions.ts'
import { text } from '../actions/fields.ts'
import { administrator } from '../actions/guards.ts'

/** The answer to a command's form. */
export interface CommandAnswer extends ActionAnswer {
  /** The command that was refused. */
  command?: string
  /** What was typed, and what is wrong with it, as `useForm` takes it. */
  result?: SubmissionResult
}

interface Options {
  /** What commands are about, by the parameter of the route that names it; what none names is a field of the form. */
  about: Readonly<Record<string, string>>
  /** Where a browser without scripts goes after success. */
  redirectTo: (submission: Submission) => string
}

/** Defines what the forms of a route do, of commands that administrators give: `export const action = commandActions([…], …)`. */
export function commandActions(commands: readonly Command[], { about, redirectTo }: Options) {
  const byName = new Map(commands.map(command => [command.name, command]))
  return defineActions<CommandAnswer>()({
    guard: administrator,
    refused: ({ form, intent }, { error }) => {
      const command = byName.get(intent)
      if (!error || !command) return { ...(error && { error }) }
      return { error, command: intent, result: resultOf(command, form, error) }
    },
    keepsPageOnFault: true,
    redirectTo,
    intents: Object.fromEntries(commands.map(command => [command.name, intentOf(command, about)])),
  })
}

function intentOf(command: Command, about: Options['about']): Intent<{ actor: Actor }, unknown, CommandAnswer> {
  return {
    run: ({ actor, operationOf, param, form }) => {
      const perform = operationOf(command.name) as (...given: unknown[]) => Promise<CommandAnswer | undefined>
      const given = Object.fromEntries(form)
      if (command.about === undefined) return perform(actor, given)
      const named = about[command.about]
      return perform(actor, named ? param(named) : text(form, command.about), given)
    },
    notice: command.notice,
    otherwise: command.failed,
  }
}

/** @returns what a refused form is shown with again: what was typed, and each sentence at its field */
function resultOf(
  command: Command,
  form: FormData,
  { code, message }: { code: string; message: string },
): SubmissionResult {
  const submission = parseWithValibot(form, { schema: schemaOf(command), disableAutoCoercion: true })
  if (submission.status !== 'success') return submission.reply()
  const field = fieldOf(command, code)
  return submission.reply(field ? { fieldErrors: { [field]: [message] } } : { formErrors: [message] })
}
