/** Refusals of operations on people. */
export const peopleMessages = {
  ACCEPT_REASON: 'Enter why this person becomes an investor. It’s recorded in the log.',
  DELEGATE_NOT_GUEST:
    'An investor shares an account with this person, so they aren’t a guest. To make them an investor, open their page and choose “Make an investor”.',
  INVITED_DELEGATE:
    'An investor has invited this address to view an account. Once they’ve signed in, open their page and choose “Make an investor”.',
  ALREADY_INVITED: 'Someone already uses this e-mail address. We didn’t send anything.',
  NOT_INVITED: 'This person has already signed in and doesn’t need an invitation.',
  TOO_MANY_INVITATIONS: 'You’ve sent many invitations in a short time. Wait {wait}, then send the rest.',
  LAST_ADMINISTRATOR: 'This is the last administrator. Make someone else an administrator first.',
  LAST_DECIDER:
    'Afterward only one person decides, so nothing that takes two people could be approved: no payment, no note, no new right. Appoint another approver first. If one is enough all the same, say why: all approvers and the fund’s office are notified.',
  TEST_LOGIN_NOT_ADMIN: 'This is the test sign-in address, which can’t be an administrator.',
  NOT_ONESELF: 'You can’t do this to your own account. Ask another administrator.',
  REASON_REQUIRED: 'Enter why you’re closing this person’s access. Only administrators see it.',
  DISABLE_FIRST: 'Close this person’s access first. Then you can erase the account.',
  ALREADY_ERASED: 'This account has been erased.',
  ERASE_CONFIRM: 'That’s not this person’s e-mail address. Type it exactly, to confirm.',
  PERSON_FAILED: 'We couldn’t change this person’s account. Nothing has changed. Try again in a moment.',
} as const
