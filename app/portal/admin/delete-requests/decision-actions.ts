import { href } from 'react-router'
import {
  approveDeleteRequestsCommand,
  rejectDeleteRequestsCommand,
} from '../../../../rules/documents/delete-request.commands.ts'
import type { DecisionResult } from '../../../../server/documents/decide-requests.ts'
import { type CommandAnswer, commandActions } from '../../../commands/command-actions.ts'

/** What became of a decision about several requests: one result for each that was selected. */
export interface DecisionsAnswer extends CommandAnswer {
  results?: DecisionResult[]
}

/** POST: approves or rejects the selected delete requests, each by itself. */
export const action = commandActions([approveDeleteRequestsCommand, rejectDeleteRequestsCommand], {
  redirectTo: () => href('/profile/admin/delete-requests'),
  saysOnErrorPage: true,
})
