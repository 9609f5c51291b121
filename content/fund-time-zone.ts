/** The fund's time zone (an IANA name), for its hours for calls, and for times in mail and on paper. */
export const timeZone = 'America/Chicago'
