import { type Command, fieldOf, type Giver } from '../../rules/commands/command.ts'
import { type ActionAnswer, defineActions, type Intent, type Submission } from '../actions/define-actions.ts'
import { text, texts, wholeForm } from '../actions/fields.ts'
import type { Sentence } from '../portal/server-errors.ts'

/** The answer to a command's form. */
export interface CommandAnswer extends ActionAnswer {
  /** Of a form that was refused, or has an answer that is shown once: its command, what was typed, and what is wrong with which field. */
  command?: string
  typed?: Readonly<Record<string, string>>
  /** Of its fields that have several values, those that were chosen. */
  chosen?: Readonly<Record<string, readonly string[]>>
  problems?: Readonly<Record<string, string>>
}

interface Options {
  /** What commands are about, by the parameter of the route that names it; what none names is a field of the form. */
  about?: Readonly<Record<string, string>>
  /** Where a browser without scripts goes after success. Without it the route's page shows the answer. */
  redirectTo?: (submission: Submission) => string
  /** Whether no page shows a refused form again where there are no scripts, such as that of a button: the error page says why. */
  saysOnErrorPage?: boolean
  /** The message for a fault on a page that has words of its own, by command. */
  failed?: Readonly<Record<string, (submission: Submission) => Sentence | undefined>>
  /** A command's answer where that is more than its notice, or the response that leads to another page, from what the operation returned. */
  after?: Readonly<
    Record<string, (result: never, submission: Submission<'signed in'>) => CommandAnswer | Response | undefined>
  >
}

/**
 * Defines what the forms of a route do: `export const action = commandActions([…], …)`. Where some of its commands are for
 * everyone who is signed in, the operations of the others refuse.
 */
export function commandActions(commands: readonly Command[], options: Options) {
  return defineActions<CommandAnswer, Giver>({
    by: commands.find(({ by }) => by !== 'administrator')?.by ?? 'administrator',
    refused({ form, intent }, { error, problems }) {
      const command = commands.find(({ name }) => name === intent)
      const at = command && fieldOf(command, error.code)
      const found = at && Object.keys(problems).length === 0 ? { [at]: error.message } : problems
      return { error, command: intent, typed: typedIn(form, command), chosen: chosenIn(form, command), problems: found }
    },
    keepsPageOnFault: true,
    ...(options.redirectTo && { redirectTo: options.redirectTo }),
    saysOnErrorPage: options.saysOnErrorPage ?? false,
    intents: Object.fromEntries(commands.map(command => [command.name, intentOf(command, options)])),
  })
}

function intentOf(command: Command, options: Options): Intent<CommandAnswer, Giver> {
  const { name, about, notice, failed, isShownOnce } = command
  return {
    notice,
    isShownOnce: isShownOnce === true,
    otherwise: submission => options.failed?.[name]?.(submission) ?? failed,
    async run(submission) {
      const { actor, operationOf, param, form, left } = submission
      const perform = operationOf(name) as (...given: unknown[]) => Promise<unknown>
      const parameter = about && options.about?.[about]
      const subject = about === undefined ? [] : [parameter ? param(parameter) : text(form, about)]
      const result = await perform(actor, ...subject, typedInto(form), left)
      const answer =
        options.after?.[name]?.(result as never, submission) ?? (result as CommandAnswer | string | undefined)
      return isShownOnce ? { command: name, typed: typedIn(form, command), ...(answer as CommandAnswer) } : answer
    },
  }
}

/** @returns what was typed, with nothing in place of secrets */
function typedIn(form: FormData, command: Command | undefined): Record<string, string> {
  const typed = Object.entries(wholeForm(form))
  return Object.fromEntries(typed.map(([name, text]) => [name, command?.fields[name]?.isSecret ? '' : text]))
}

/** @returns what was chosen in the fields that have several values */
function chosenIn(form: FormData, command: Command | undefined): CommandAnswer['chosen'] {
  const names = Object.entries(command?.fields ?? {}).flatMap(([name, field]) => (field.isSeveral ? [name] : []))
  return Object.fromEntries(names.map(name => [name, texts(form, name)]))
}

/** @returns what a form holds, by name: several values as an array */
function typedInto(form: FormData): Record<string, unknown> {
  const names = [...new Set(form.keys())]
  return Object.fromEntries(
    names.map(name => [name, form.getAll(name).length > 1 ? form.getAll(name) : form.get(name)]),
  )
}
