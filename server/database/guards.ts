/** Who changes what in the rows of a table, and when: a statement `create guard` of the schema's files. */
export interface Guard {
  table: string
  /** The roles that it asks; without any, everyone who writes, the database's owner too. */
  roles: string[]
  /** The message of its refusal. */
  refusal: string
  rules: GuardRule[]
}

/** All rules of a column have to hold. */
export interface GuardRule {
  of: 'new row' | 'any change' | 'columns'
  columns: string[]
  /** The roles that the rule asks, if not all of the guard's. */
  roles: string[]
  /** In SQL, of `old` and `new`. */
  condition: string | null
}

const statementShape = /^create guard on ([\w.]+)(?: for ([\w, ]+))? refuse '((?:[^']|'')+)'\n([\s\S]+);$/
const ruleShape = /^(new row|any change)?([\w, ]+?)??(?: by ([\w, ]+?))?(?: when (.+))?$/

/** @throws Error where the statement isn't written as `schema/README.md` says */
export function readGuard(statement: string): Guard {
  const [, table, roles, refusal, body] = statementShape.exec(statement) ?? []
  if (!table || !refusal || !body) throw new Error(`not a guard: ${statement}`)
  const lines = body.replace(/^ +--.*\n/gm, '').split(/\n(?= {2}\w)/)
  const rules = lines.map((line): GuardRule => {
    const [, whole, columns, roles, condition = null] = ruleShape.exec(line.replace(/\s+/g, ' ').trim()) ?? []
    if (!whole && !columns) throw new Error(`not a rule of a guard: ${line}`)
    return {
      of: (whole as 'new row' | 'any change' | undefined) ?? 'columns',
      columns: listed(columns),
      roles: listed(roles),
      condition,
    }
  })
  return { table, roles: listed(roles), refusal, rules }
}

const listed = (names = '') => names.split(/,\s*/).filter(Boolean)

/** @returns the statements that make the function and the trigger of a guard */
export function guardStatements({ table, roles, refusal, rules }: Guard): string[] {
  const [name, full] = [`app.guard_${table.replace(/^\w+\./, '')}`, table.includes('.') ? table : `public.${table}`]
  const columns = [...new Set(rules.flatMap(rule => rule.columns))]
  const refuse = `raise exception '${refusal}' using errcode = '42501';`
  const [ofNew, ofChange] = [rules.filter(rule => rule.of === 'new row'), rules.filter(rule => rule.of !== 'new row')]
  const checks = (list: GuardRule[]) => list.flatMap(rule => checkOf(rule, refuse))
  const made = [
    `create or replace function ${name}() returns trigger language plpgsql as $$`,
    `declare\n  rest ${full} := new;\nbegin`,
    ...(roles.length > 0 ? [`if ${isNone(roles)} then return new; end if;`] : []),
    "if tg_op = 'INSERT' then",
    ...checks(ofNew),
    'return new;\nend if;',
    ...columns.map(column => `rest.${column} := old.${column};`),
    `if rest is distinct from old then ${refuse} end if;`,
    ...checks(ofChange),
    'return new;\nend $$;',
  ].join('\n')
  const events = [ofNew.length > 0 && 'insert', ofChange.length > 0 && 'update'].filter(Boolean).join(' or ')
  const trigger = `create trigger guard before ${events} on ${table} for each row execute function ${name}();`
  // Of everyone, so also in a session that switches triggers off.
  const always = roles.length > 0 ? [] : [`alter table ${table} enable always trigger guard;`]
  return [made, trigger, ...always]
}

/**
 * A condition is in a statement of its own: PostgreSQL asks for every right that it needs, whatever comes before it.
 */
function checkOf({ columns, roles, condition }: GuardRule, refuse: string): string[] {
  if (condition === null) return []
  const changed = columns.map(column => `new.${column} is distinct from old.${column}`).join(' or ')
  const asks = [roles.length > 0 && `not ${isNone(roles)}`, changed && `(${changed})`].filter(Boolean).join(' and ')
  const check = `if (${condition}) is not true then ${refuse} end if;`
  return [asks ? `if ${asks} then ${check} end if;` : check]
}

const isNone = (roles: string[]) => `(current_user <> all ('{${roles.join()}}'))`
