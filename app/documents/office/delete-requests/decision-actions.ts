import { href } from 'react-router'
import type { CommandAnswer } from '../../../shell/actions/answer.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { approveDeleteRequestsCommand, rejectDeleteRequestsCommand } from '../../delete-request.commands.ts'
import type { DecisionResult } from '../../server/decide-requests.ts'

/** The outcome of a batch decision: one result for each selected request. */
export interface DecisionsAnswer extends CommandAnswer {
  results?: DecisionResult[]
}

export const action = commandActions([approveDeleteRequestsCommand, rejectDeleteRequestsCommand], {
  redirectTo: () => href('/profile/admin/delete-requests'),
  saysOnErrorPage: true,
})
