import { randomUUID } from 'node:crypto'
import type { Command } from '../../../rules/commands/command.ts'
import { messages } from '../../../rules/messages.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { isOperation } from '../../../server/access/perform.ts'
import * as op from '../../../server/operations.ts'
import { administrators } from './actors.ts'
import { type AddressDoor, type AddressRow, form } from './address-door.ts'
import type { OperationDoor } from './operation-door.ts'
import type { RealDoor } from './real-doors.ts'
import { typedInto } from './typed-into.ts'

/*
 * The default rows, as commands' descriptions say: what only administrators may give refuses everyone else, whatever is sent.
 * A command has a row of its own, with fields that are accepted, at its operation or its address.
 */

/** An administrator gets past the check of the role. What comes of it depends on the fields. */
export const admitted = 'admitted'
/** Refused for the role, or because the session has ended, whichever is found first. */
export const refused = 'refused'

/** @returns what an actor got, as coarse as a default row says it */
export function likeDefault(got: string, said: string): string {
  if (said === refused) return got === 'FORBIDDEN' || got === 'NO_SESSION' ? refused : got
  if (said !== admitted) return got
  const isRefusal = ['FORBIDDEN', 'NO_SESSION', 'PROOF_NEEDED', 'AWAY', 'UNEXPECTED', '302', '401', '403'].includes(got)
  return !isRefusal && (/^(ok|sees|changes|[24]\d\d)$/.test(got) || Object.hasOwn(messages, got)) ? admitted : got
}

type Described = {
  [Name in keyof typeof op]: (typeof op)[Name] extends { command: { by: 'administrator' } } ? Name : never
}[keyof typeof op]

const operations = Object.entries<unknown>(op).flatMap(([name, operation]) =>
  isOperation(operation) ? [[name, operation] as const] : [],
)

/** Each operation of a command that only administrators may give. */
export const describedOperations = Object.fromEntries(
  operations.flatMap(([name, operation]) => {
    const { command } = operation
    if (command.by !== 'administrator') return []
    const subject = command.about === undefined ? [] : [randomUUID()]
    const perform = operation as (actor: Actor, ...given: unknown[]) => unknown
    const call: OperationDoor['call'] = ({ actor }) => perform(actor, ...subject, typedInto(command))
    return [[name, { command, call, gets: administrators(admitted, 'FORBIDDEN', { disabled: refused }) }]]
  }),
) as Record<Described, OperationDoor & { command: Command }>

const commands = new Map<string | undefined, Command>(operations.map(([, { command }]) => [command.name, command]))

/**
 * @param rows of the table
 * @returns them, those without `gets` as their command's description says, and the default rows of all other addresses where
 *   only administrators may send a command
 */
export function withDescribed(rows: readonly AddressRow[], doors: readonly RealDoor[]): AddressDoor[] {
  const named = new Set(rows.map(({ door }) => door))
  const missing = describedForms(doors).filter(({ door }) => !named.has(door))
  const described = new Map(describedForms(doors, 'changes').map(({ door, gets }) => [door, gets]))
  const own = rows.map(row => {
    const gets = row.gets ?? described.get(row.door)
    if (!gets) throw new Error(`${row.door}: its command doesn't say what each actor gets`)
    return { ...row, gets }
  })
  return [...own, ...missing]
}

function describedForms(doors: readonly RealDoor[], gets = admitted): AddressDoor[] {
  return doors.flatMap(({ path, intent, leadsToSignIn }) => {
    const command = commands.get(intent)
    if (command?.by !== 'administrator') return []
    const at = path.replaceAll(/:\w+/g, randomUUID())
    const { door, send } = form(`POST ${path} ${command.name}`, () => ({ at, ...typedInto(command) }))
    return [{ door, send, gets: administrators(gets, '403', { anonymous: leadsToSignIn ? '302' : '401' }) }]
  })
}
