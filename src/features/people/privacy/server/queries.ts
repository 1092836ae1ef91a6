import type { SqlRunner } from '#database/sql.ts'

type PersonalData = Record<string, unknown[]> & {
  mails: { text: string }[]
  /** `download`: a path of this site; null where the document was deleted. */
  evidence: { download: string | null }[]
}

/** By kind. Secrets (tokens, keys) and what belongs to other persons are left out. */
export const exportPerson = (sql: SqlRunner, { email }: { email: string }) => sql<{ held: PersonalData }[]>`
  with own as (select id from organisations where lower(email) = ${email}::text),
    asked as (
      select id, reference, status, submitted_at, event_draft, company_check, coupon_code, crm_options
      from applications where organisation_id in (select id from own)
    )
  select jsonb_build_object(
    'organisations', array(select to_jsonb(o) - 'submission_key' - 'sent_from' from organisations o
      where o.id in (select id from own) order by o.created_at),
    'applications', array(select jsonb_build_object(
        'id', a.id, 'reference', a.reference, 'status', a.status, 'submitted_at', a.submitted_at, 'event', a.event_draft,
        'company_check', a.company_check, 'coupon_code', a.coupon_code, 'interest', a.crm_options,
        'decisions', array(select jsonb_build_object('decision', d.decision, 'reason', d.reason, 'decided_at', d.decided_at)
          from application_decisions d where d.application_id = a.id order by d.id),
        'questions', array(select jsonb_build_object('kind', r.kind, 'text', r.text, 'at', r.written_at)
          from application_remarks r where r.application_id = a.id and r.kind in ('asked', 'answered', 'changed') order by r.id),
        'proposed_changes', array(select jsonb_build_object('event', p.event_draft, 'state', p.state,
            'proposed_at', p.proposed_at, 'reason', p.reason)
          from proposed_changes p where p.application_id = a.id order by p.proposed_at),
        'appeals', array(select jsonb_build_object('reference', p.reference, 'against', p.against, 'state', p.state,
            'grounds', p.grounds, 'received_at', p.received_at, 'reasons', p.reasons)
          from appeals p where p.application_id = a.id order by p.id))
      from asked a order by a.submitted_at),
    'unfinished_applications', array(select jsonb_build_object(
        'answers', d.answers, 'saved_at', d.saved_at, 'expires_at', d.expires_at)
      from application_drafts d where lower(btrim(d.answers ->> 'email', E' \\t\\r\\n')) = ${email}::text),
    'assessment_calls', array(select to_jsonb(c) - 'mailbox' - 'visitor' from assessment_calls c
      where c.application_id in (select id from asked) order by c.booked_at),
    'assessments', array(select jsonb_build_object(
        'kind', s.kind, 'status', s.status, 'outcome', s.outcome, 'score', s.score, 'opened_at', s.opened_at,
        'decided_at', s.decided_at,
        'criteria', array(select jsonb_build_object('criterion', c.criterion_id, 'state', c.state,
            'state_reason', c.state_reason, 'verdict', c.verdict, 'score', c.score, 'reason', c.reason)
          from assessment_criteria c where c.assessment_id = s.id order by c.criterion_id))
      from assessments s where s.application_id in (select id from asked) order by s.opened_at),
    'evidence', array(select jsonb_build_object(
        'name', f.name, 'criterion', f.criterion_id, 'media_type', f.media_type, 'bytes', f.bytes, 'state', f.state,
        'uploaded_at', f.uploaded_at, 'last_day', f.expires_on, 'purged_at', f.purged_at,
        'download', case when f.state = 'ready' then '/evidence/files/' || f.id end)
      from evidence_files f where f.application_id in (select id from asked) order by f.uploaded_at),
    'orders', array(select to_jsonb(o) - 'checkout_url' from orders o
      where o.organisation_id in (select id from own) order by o.created_at),
    'invoices', array(select jsonb_build_object('kind', d.kind, 'number', d.number, 'gross_pence', d.gross_pence,
        'vat_pence', d.vat_pence, 'issued_at', d.issued_at)
      from payment_documents d join orders o on o.id = d.order_id
      where o.organisation_id in (select id from own) order by d.issued_at),
    'register_entries', array(select jsonb_build_object('number', e.number, 'title', e.title, 'organiser', e.organiser,
        'status', e.status, 'published_at', e.published_at)
      from register_entries e where e.organisation_id in (select id from own) or e.application_id in (select id from asked)),
    'enquiries', array(select to_jsonb(e) - 'assigned_to' || jsonb_build_object(
        'thread', array(select jsonb_build_object('kind', t.kind, 'text', t.text, 'at', t.written_at)
          from enquiry_messages t where t.enquiry_id = e.id and t.kind in ('sent', 'received') order by t.id))
      from contact_enquiries e where lower(e.email) = ${email}::text order by e.received_at),
    'qualification_checks', array(select to_jsonb(l) from quick_apply_leads l
      where lower(l.email) = ${email}::text order by l.created_at),
    'webinar_sign_ups', array(select to_jsonb(w) from webinar_sign_ups w
      where lower(w.email) = ${email}::text order by w.signed_up_at),
    'reservations', array(select to_jsonb(b) - 'submission_key' - 'mailbox' - 'visitor' from boxing_reservations b
      where lower(b.email) = ${email}::text order by b.reserved_at),
    'press_subscriptions', array(select to_jsonb(p) - 'unsubscribe_token' from press_subscriptions p
      where lower(p.email) = ${email}::text),
    'press_requests', array(select to_jsonb(p) - 'token_hash' from press_requests p where lower(p.email) = ${email}::text),
    'follows', array(select jsonb_build_object(
        'what', w.subject, 'how_often', w.cadence, 'consent', w.consent, 'begun_at', w.begun_at)
      from follows w join followers f on f.id = w.follower_id where lower(f.email) = ${email}::text order by w.begun_at),
    'follow_requests', array(select to_jsonb(q) - 'token_hash' - 'follower_id' from follow_requests q
      where lower(q.email) = ${email}::text),
    'webhooks', array(select jsonb_build_object(
        'address', w.address, 'follows', w.subject, 'state', w.state, 'created_at', w.created_at)
      from webhook_endpoints w where w.email = ${email}::text order by w.id),
    'confirmed_addresses', array(select jsonb_build_object('email', c.email, 'confirmed_at', c.confirmed_at)
      from confirmed_addresses c where c.email = ${email}::text),
    'links', array(select jsonb_build_object(
        'for', l.aim, 'email', l.email, 'created_at', l.created_at, 'expires_at', l.expires_at)
      from (
        select 'address ' || reason as aim, email, created_at, expires_at from address_confirmations
        union all
        select 'webhooks', email, created_at, expires_at from webhook_links
        union all
        select case when draft_id is null then 'application' else 'unfinished application' end, email, created_at,
          expires_at from access_links
      ) l where lower(l.email) = ${email}::text order by l.created_at),
    'complaints', array(select to_jsonb(c) - 'closed_by' from complaints c
      where lower(c.email) = ${email}::text order by c.received_at),
    'concerns', array(select jsonb_build_object(
        'reference', c.reference, 'about', c.about, 'state', c.state, 'received_at', c.received_at, 'event', c.event,
        'place', c.place, 'when', c.occurred, 'happened', c.happened, 'outcome', c.outcome, 'name', r.name, 'email', r.email,
        'messages', array(select s.text from case_steps s where s.concern_id = c.id and s.kind = 'message' order by s.id))
      from concern_reporters r join concerns c on c.id = r.concern_id
      where lower(r.email) = ${email}::text order by c.received_at),
    'api_keys', array(select jsonb_build_object(
        'name', k.name, 'email', k.email, 'ends_in', k.ending, 'created_at', k.created_at, 'revoked_at', k.revoked_at,
        'uses', array(select jsonb_build_object('day', u.day, 'call', u.call, 'calls', u.calls)
          from api_key_uses u where u.key_id = k.id order by u.day, u.call))
      from api_keys k where lower(k.email) = ${email}::text order by k.created_at),
    'mails', array(select jsonb_build_object(
        'kind', m.kind, 'subject', m.subject, 'text', m.text_body, 'state', m.state, 'written_at', m.created_at)
      from mails m where lower(m.to_email) = ${email}::text order by m.id),
    'incoming_mails', array(select jsonb_build_object(
        'from', i.from_email, 'subject', i.subject, 'text', i.text_body, 'received_at', i.received_at)
      from incoming_mails i where lower(i.from_email) = ${email}::text order by i.id),
    'bounces', array(select jsonb_build_object(
        'kind', b.kind, 'answer', b.reason, 'reported_by', b.source, 'received_at', b.received_at)
      from bounces b where b.email = ${email}::text order by b.received_at),
    'suppressed_addresses', array(select jsonb_build_object(
        'email', s.email, 'why', s.cause, 'answer', s.reason, 'since', s.suppressed_at, 'until', s.lifted_at)
      from suppressed_addresses s where s.email = ${email}::text),
    'payment_events', array(select jsonb_build_object(
        'id', p.id, 'type', p.type, 'received_at', p.received_at, 'payload', p.payload)
      from payment_events p
      where p.order_id in (select id from orders where organisation_id in (select id from own)) order by p.received_at),
    'staff_account', array(select jsonb_build_object(
        'name', s.name, 'email', s.email, 'roles', s.roles, 'created_at', s.created_at)
      from people s where lower(s.email) = ${email}::text)
  ) as held`
