import pg from 'pg'
import { conversationMessages, conversationReads, conversations } from '../server/sample/conversations.ts'
import { documentRequests, documentViews, filesFrom, uploads } from '../server/sample/documents.ts'
import { peopleFrom, sessions } from '../server/sample/people.ts'
import { calls, visitorMessages } from '../server/sample/visitors.ts'

export interface FundSize {
  /** Investors to add. */
  people: number
  /** Documents to add, spread over ten years. Other data scales with them. */
  documents: number
  /** An existing person with this many of the documents; the others share the rest unevenly. */
  investor?: { id: string; documents: number }
}

/** Filled tables. Their indexes are built afterward, which is several times faster for a large fund. */
const tables = ['auth.users', 'auth.sessions', 'user_profiles', 'documents', 'document_views', 'conversations'].concat([
  'conversation_messages',
  'messages',
  'audit_log',
  'document_requests',
  'mail_failures',
  'notices',
  'uploads',
])

/**
 * Fills an empty fund with ten years of realistic data: people in every state, their documents, views, conversations,
 * visitors' messages, and a log. Deterministic, apart from ids and today's date. A million documents take about three
 * minutes. Log entries are not chained, which would take longest.
 * @param owner connection of the database's owner, a superuser
 */
export async function fillFund(owner: pg.Client, { people, documents, investor }: FundSize): Promise<void> {
  await owner.query('begin')
  try {
    // Skips triggers and foreign keys for each row.
    await owner.query(`set local session_replication_role = replica; set local maintenance_work_mem = '256 MB';
      set local work_mem = '64 MB'`)
    const { rows: indexes } = await owner.query(
      `select format('%I.%I', n.nspname, c.relname) as name, pg_get_indexdef(c.oid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      where i.indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = c.oid)`,
      [tables],
    )
    for (const { name } of indexes) await owner.query(`drop index ${name}`)
    await owner.query(chance)
    await owner.query('alter table audit_log disable trigger all')
    await owner.query(addPeople, [people])
    await owner.query(takePeople(investor?.id))
    await owner.query(addDocuments, [documents, investor?.id ?? null, investor?.documents ?? 0])
    for (const statement of [addViews, addConversations, addMessages, addLog]) await owner.query(statement)
    await owner.query(addVisitors, [Math.ceil(documents / 500)])
    await owner.query(addTheRest(documents))
    await owner.query(addRequests, [Math.ceil(documents / 1000)])
    // No trigger has maintained it.
    await owner.query('select app.correct_document_figures()')
    // As in their migration.
    for (const name of ['stamp', 'chain', 'refuse_change', 'refuse_truncate']) {
      await owner.query(`alter table audit_log enable always trigger ${name}`)
    }
    for (const { definition } of indexes) await owner.query(definition)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
  await owner.query('vacuum analyze')
}

/** A pseudorandom number from 0 to 1, determined by two numbers. */
const chance = `create function pg_temp.chance(n bigint, salt bigint) returns float8 language sql immutable
  return (hashint8extended(n, salt) & 1048575) / 1048576.0`

/** Those with access have a session. */
const addPeople = `${peopleFrom(
  {
    email: "lower(first || '.' || last || '.' || n || '@example.com')",
    full_name: "first || ' ' || middle || '. ' || last",
    organization: "case when n % 3 = 0 then 'Family Trust ' || n % 997 end",
    created_at: 'joined',
    updated_at: 'joined',
    accepted_at: 'case when n % 50 <> 0 then joined end',
    disabled_at: "case when n % 40 = 1 then joined + interval '30 days' end",
  },
  `(select n, (array['Elena','Paul','Ruth','Iris','Ada','Tom','Wei','Omar','Nina','Lars','Maya','Hugo','Priya','Sven',
        'Lucia','Amir','Grace','Ivan','Chloe','Diego'])[1 + n % 20] as first,
      chr(65 + n / 20 % 26) as middle,
      (array['Marsh','Okafor','Lindqvist','Castellano','Nguyen','Brandt','Whitfield','Petrov','Haddad','Oyelaran',
        'Sandoval','Kim','Fischer','Doyle','Ramaswamy','Moreau'])[1 + (n * 7919) % 16] as last,
      now() - pg_temp.chance(n, 1) * interval '3650 days' as joined
    from generate_series(1, $1::int) n) names`,
  { n: 'n' },
)}
  ${sessions.from(
    { user_id: 'id', created_at: 'now()', updated_at: "now() - pg_temp.chance(n, 2) * interval '12 hours'" },
    'people where disabled_at is null',
  )}`

/** Numbers the people, so that each document can pick one. */
const takePeople = (except = '') => `
  create temporary table numbered on commit drop as
  select id, email, full_name, row_number() over (order by email) as place from user_profiles
  where id::text <> ${pg.escapeLiteral(except)} and not is_admin`

/** One expression for a file, and another for a signing link. */
function fileOr(file: string, link = 'null'): string {
  return `case when type <> 'docusign' then ${file} else ${link} end`
}
const linkOr = (link: string) => fileOr('null', link)

/** The newest document is the last row, as if they had been added one by one; a person's are spread over the table. */
const addDocuments = `
  with counted as (select count(*) as people from numbered),
  placed as (
    select n, pg_temp.chance(n, 3) as kind, pg_temp.chance(n, 4) as luck,
      now() - ($1::int - n)::float8 / $1::int * interval '3650 days' as created,
      case when n % greatest(1, $1::int / greatest(1, $3::int)) = 0 and n / greatest(1, $1::int / greatest(1, $3::int)) <= $3::int
        then $2::uuid end as investor,
      1 + floor(people * power(pg_temp.chance(n, 5), 1.3))::int as place
    from generate_series(1, $1::int) n, counted),
  owned as (
    select placed.*, coalesce(investor, numbered.id) as owner,
      case when kind < 0.03 then 'docusign' when kind < 0.9 then 'pdf' when kind < 0.94 then 'docx' when kind < 0.98 then 'jpg'
        else 'txt' end as type
    from placed left join numbered on numbered.place = placed.place)
  ${filesFrom(
    {
      user_id: 'owner',
      uploaded_by: 'case when kind < 0.9 then null else owner end',
      filename: `case when kind < 0.03 then 'Subscription agreement ' || n
        when kind < 0.6 then to_char(created, '"Statement "YYYY-MM" of note "') || n || '.pdf'
        when kind < 0.75 then to_char(created, '"Schedule K-1 "YYYY" "') || n || '.pdf'
        when kind < 0.9 then 'Promissory note ' || n || '.pdf'
        when kind < 0.94 then 'Letter ' || n || '.docx' when kind < 0.98 then 'Passport ' || n || '.jpg'
        else 'Wire instructions ' || n || '.txt' end`,
      file_path: fileOr("owner || '/' || (1600000000000 + n) || '.' || type", "''"),
      file_size: fileOr('20000 + floor(luck * 5e6)::int', '0'),
      file_type: 'type',
      mime_type: `case type when 'docusign' then 'application/docusign' when 'pdf' then 'application/pdf'
        when 'jpg' then 'image/jpeg' when 'txt' then 'text/plain'
        else 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' end`,
      sha256: fileOr("md5(n::text) || md5('more ' || n)"),
      fund_name:
        "(array['General', 'Larkstone Note Program', 'Bridge Loans II', 'Bridge Loans III', 'Income Fund'])[1 + n % 5]",
      is_external_link: "type = 'docusign'",
      external_url: linkOr("'https://sign.example/' || n"),
      view_count: 'case when n = 100 then least(5000, $1::int / 10) else floor(4 * pg_temp.chance(n, 8)) end',
      created_at: 'created',
      updated_at: 'created',
      delete_request_status: "case when luck < 0.0005 then 'pending' end",
      delete_requested_by: 'case when luck < 0.0005 then owner end',
      delete_requested_at: 'case when luck < 0.0005 then created end',
      signing_state: linkOr("case when luck < 0.02 then 'sent' else 'confirmed' end"),
      signing_sent_at: linkOr('created'),
      signing_confirmed_at: linkOr("case when luck >= 0.02 then created + interval '2 days' end"),
      read_at: "case when luck > 0.3 then created + interval '1 hour' end",
      new_for_office: 'kind >= 0.9 and luck < 0.002',
    },
    'owned order by n',
  )}`

/** One entry for each counted view; one document was opened very often. */
const addViews = documentViews.from(
  {
    ...{ document_id: 'd.id', user_id: 'p.id', user_email: 'p.email', user_name: 'p.full_name' },
    viewed_at: "d.created_at + view * interval '7 hours'",
  },
  'documents d join user_profiles p on p.id = d.user_id, generate_series(1, d.view_count) view',
)

/** For about every fiftieth document, mostly answered and closed. */
const addConversations = conversations.from(
  {
    person_id: 'user_id',
    document_id: 'id',
    subject: "left('About ' || filename, 200)",
    created_at: 'created_at',
    from_person_at: "created_at + interval '1 day'",
    from_fund_at: "case when hashtext(filename) % 5000 <> 0 then created_at + interval '2 days' end",
    closed_at: "case when hashtext(filename) % 1000 <> 0 then created_at + interval '3 days' end",
  },
  'documents where hashtext(filename) % 50 = 0',
)

const addMessages = conversationMessages.from(
  {
    conversation_id: 'c.id',
    sender_id: 'case when not fund then c.person_id end',
    from_fund: 'fund',
    sender_name: "case when fund then 'Larkstone' else coalesce(p.full_name, p.email) end",
    body: "repeat('Thank you for the statement. Could you tell me when the next payment is due? ', 3)",
    created_at: 'case when fund then c.from_fund_at else c.from_person_at end',
  },
  `conversations c join user_profiles p on p.id = c.person_id, unnest(array[false, true]) fund
  where not fund or c.from_fund_at is not null`,
)

/** Two entries for each document: added, and opened once. */
const addLog = `
  insert into audit_log (at, actor_id, actor_email, actor_role, action, subject_id, details, session_id, ip, user_agent)
  select d.created_at + case when what = 'document.viewed' then interval '1 hour' else interval '0' end, p.id, p.email,
    'investor', what, d.id::text, case when what = 'document.uploaded' then
      jsonb_build_object('user_id', p.id, 'filename', d.filename) else '{}' end, gen_random_uuid(),
    '192.0.2.' || (hashtext(p.email) & 255),
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  from documents d join user_profiles p on p.id = d.user_id, unnest(array['document.uploaded', 'document.viewed']) what
  where what = 'document.uploaded' or d.view_count > 0 order by d.created_at`

/** Messages from the contact form, mostly answered, each with its conversation. */
const addVisitors = `
  with sent as (
    ${visitorMessages.from(
      {
        name: "'Vera Visitor ' || n",
        email: "'vera.' || n || '@example.com'",
        created_at: 'sent',
        updated_at: 'sent',
        message: "'What happens if a borrower pays late?'",
        state: "case when n % 20 = 0 then 'new' else 'answered' end",
      },
      `generate_series(1, $1::int) n,
      lateral (select now() - pg_temp.chance(n, 6) * interval '700 days' as sent) at`,
    )} returning id, state, created_at)
  ${conversations.from(
    {
      ...{ visitor_message_id: 'id', subject: 'null', created_at: 'created_at', from_person_at: 'created_at' },
      from_fund_at: "case when state = 'answered' then created_at + interval '5 hours' end",
      closed_at: "case when state = 'answered' then created_at + interval '6 hours' end",
    },
    'sent',
  )}`

/** Calls, half an hour each; invitations; read messages; browsers, e-mail and uploads in progress. */
const addTheRest = (documents: number) => `
  ${calls.from(
    {
      ...{ name: "'Carl Caller ' || n", email: "'carl.' || n || '@example.com'", state: "'answered'" },
      ...{ starts_at: 'hour', ends_at: "hour + interval '30 minutes'" },
    },
    `generate_series(1, ${Math.ceil(documents / 500)}) n,
      lateral (select date_trunc('hour', now()) - n * interval '3 hours' as hour) at`,
  )};
  ${conversations.from(
    {
      ...{ call_request_id: 'id', subject: 'null', created_at: 'starts_at', from_person_at: 'starts_at' },
      closed_at: 'ends_at',
    },
    'call_requests',
  )};
  insert into invitations (user_id, sent_at, accepted_at)
  select id, created_at, case when place % 20 > 0 then created_at + interval '1 day' end from user_profiles join numbered using (id);
  ${conversationReads.from(
    { conversation_id: 'id', reader_id: 'person_id', read_at: 'last_message_at' },
    'conversations where person_id is not null',
  )};
  insert into auth.devices (user_id, device_hash) select id, md5(id::text) from numbered;
  insert into notices (id, user_id, kind, document_id, filename, actor_id, taken_at)
  select gen_random_uuid(), user_id, 'document-added', id, filename, user_id, created_at from documents
  where created_at > now() - interval '30 days';
  ${uploads.from(
    {
      ...{ id: 'md5(id::text)', user_id: 'user_id', uploaded_by: 'user_id', filename: 'filename', document_id: 'id' },
      ...{ file_type: "'pdf'", file_size: '1', fund_name: 'fund_name', category: 'category' },
    },
    "documents where created_at > now() - interval '10 days'",
  )}`

/** Document requests, one in ten still open, and failed e-mail. */
const addRequests = `
  with asked as (
    ${documentRequests.from(
      {
        ...{ person_id: 'numbered.id', name: "'A copy of your passport'", created_at: 'created' },
        fulfilled_at: "case when n % 10 > 0 then created + interval '4 days' end",
      },
      `generate_series(1, $1::int) n
      join numbered on numbered.place = 1 + n % greatest(1, (select count(*) from numbered))
      cross join lateral (select now() - pg_temp.chance(n, 7) * interval '3650 days' as created) at`,
    )})
  insert into mail_failures (id, person_id, recipient, reason, refused)
  select gen_random_uuid(), id, email, '550 5.1.1 No such user', true from numbered where place % 200 = 0`
