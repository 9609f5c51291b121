import { createContext } from 'react'
import type { Command } from '../../rules/commands/command.ts'
import type { CommandAnswer } from './command-actions.ts'

/** The answer to a form that was sent without scripts, wherever on the page it is. */
export const LastAnswer = createContext<CommandAnswer | undefined>(undefined)

/** The command of the form around, and how it was answered. */
export const FormOf = createContext<{ command: Command; answer: CommandAnswer | undefined } | undefined>(undefined)
