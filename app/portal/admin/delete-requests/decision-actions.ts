import { href } from 'react-router'
import {
  approveDeleteRequestsCommand,
  rejectDeleteRequestsCommand,
} from '../../../../rules/documents/delete-request.commands.ts'
import type { DecisionResult } from '../../../../server/documents/decide-requests.ts'
import type { CommandAnswer } from '../../../actions/answer.ts'
import { commandActions } from '../../../commands/command-actions.ts'

/** The outcome of a batch decision: one result for each selected request. */
export interface DecisionsAnswer extends CommandAnswer {
  results?: DecisionResult[]
}

export const action = commandActions([approveDeleteRequestsCommand, rejectDeleteRequestsCommand], {
  redirectTo: () => href('/profile/admin/delete-requests'),
  saysOnErrorPage: true,
})
