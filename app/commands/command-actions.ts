import { type Command, fieldOf, type Giver } from '../../rules/commands/command.ts'
import type { Actor } from '../../server/access/actor.ts'
import { type ActionAnswer, defineActions, type Intent, type Submission } from '../actions/define-actions.ts'
import { text, wholeForm } from '../actions/fields.ts'
import { administrator, type Guard, signedIn } from '../actions/guards.ts'

/** The answer to a command's form. */
export interface CommandAnswer extends ActionAnswer {
  /** Of a form that was refused: its command, what was typed, and what is wrong with which field. */
  command?: string
  typed?: Readonly<Record<string, string>>
  problems?: Readonly<Record<string, string>>
}

interface Options {
  /** What commands are about, by the parameter of the route that names it; what none names is a field of the form. */
  about?: Readonly<Record<string, string>>
  /** Where a browser without scripts goes after success. */
  redirectTo: (submission: Submission) => string
  /** Of a command after which the page shows another one: its address or a response, from what the operation returned. */
  then?: Readonly<Record<string, (result: never, submission: Submission) => Response>>
}

const guards: Record<Giver, Guard<{ actor: Actor }>> = { administrator, 'signed in': signedIn }

/**
 * Defines what the forms of a route do: `export const action = commandActions([…], …)`. All commands of a route are given by
 * the same people.
 */
export function commandActions(commands: readonly Command[], options: Options) {
  return defineActions<CommandAnswer>()({
    guard: guards[commands[0]?.by ?? 'administrator'],
    refused({ form, intent }, { error, problems }) {
      const command = commands.find(({ name }) => name === intent)
      const at = error && command && fieldOf(command, error.code)
      const found = at && Object.keys(problems).length === 0 ? { [at]: error.message } : problems
      return { ...(error && { error }), command: intent, typed: wholeForm(form), problems: found }
    },
    keepsPageOnFault: true,
    redirectTo: options.redirectTo,
    intents: Object.fromEntries(commands.map(command => [command.name, intentOf(command, options)])),
  })
}

function intentOf({ name, about, notice, failed }: Command, options: Options) {
  return {
    notice,
    otherwise: failed,
    async run(submission) {
      const { actor, operationOf, param, form } = submission
      const perform = operationOf(name) as (...given: unknown[]) => Promise<unknown>
      const parameter = about && options.about?.[about]
      const subject = about === undefined ? [] : [parameter ? param(parameter) : text(form, about)]
      const result = await perform(actor, ...subject, typedInto(form))
      return options.then?.[name]?.(result as never, submission) ?? (result as CommandAnswer | string | undefined)
    },
  } satisfies Intent<{ actor: Actor }, unknown, CommandAnswer>
}

/** @returns what a form holds, by name: several values as an array */
function typedInto(form: FormData): Record<string, unknown> {
  const names = [...new Set(form.keys())]
  return Object.fromEntries(
    names.map(name => [name, form.getAll(name).length > 1 ? form.getAll(name) : form.get(name)]),
  )
}
