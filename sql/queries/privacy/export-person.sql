-- $1 e-mail address in small letters: everything that is held about whoever it belongs to, as lists by kind. Secrets (tokens, keys) and
-- what belongs to other persons are left out.
with own as (select * from organisations where lower(email) = $1::text),
  asked as (select a.* from applications a join own on own.id = a.organisation_id)
select jsonb_build_object(
  'organisations', (select coalesce(jsonb_agg(to_jsonb(o) - 'submission_key' - 'sent_from' order by o.created_at), '[]') from own o),
  'applications', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', a.id, 'reference', a.reference, 'status', a.status, 'submitted_at', a.submitted_at, 'event', a.event_draft,
      'company_check', a.company_check, 'coupon_code', a.coupon_code, 'interest', a.crm_options,
      'decisions', (select coalesce(jsonb_agg(jsonb_build_object(
          'decision', d.decision, 'reason', d.reason, 'decided_at', d.decided_at) order by d.id), '[]')
        from application_decisions d where d.application_id = a.id),
      'questions', (select coalesce(jsonb_agg(jsonb_build_object('kind', r.kind, 'text', r.text, 'at', r.written_at) order by r.id), '[]')
        from application_remarks r where r.application_id = a.id and r.kind in ('asked', 'answered'))
    ) order by a.submitted_at), '[]') from asked a),
  'unfinished_applications', (select coalesce(jsonb_agg(jsonb_build_object(
      'answers', d.answers, 'saved_at', d.saved_at, 'expires_at', d.expires_at)), '[]')
    from application_drafts d where lower(btrim(d.answers ->> 'email', E' \t\r\n')) = $1::text),
  'assessment_calls', (select coalesce(jsonb_agg(to_jsonb(c) - 'mailbox' - 'visitor' order by c.booked_at), '[]')
    from assessment_calls c where c.application_id in (select id from asked)),
  'orders', (select coalesce(jsonb_agg(to_jsonb(o) - 'checkout_url' order by o.created_at), '[]')
    from orders o where o.organisation_id in (select id from own)),
  'register_entries', (select coalesce(jsonb_agg(jsonb_build_object(
      'number', e.number, 'title', e.title, 'organiser', e.organiser, 'status', e.status, 'published_at', e.published_at)), '[]')
    from register_entries e where e.organisation_id in (select id from own) or e.application_id in (select id from asked)),
  'enquiries', (select coalesce(jsonb_agg(to_jsonb(e) order by e.received_at), '[]')
    from contact_enquiries e where lower(e.email) = $1::text),
  'qualification_checks', (select coalesce(jsonb_agg(to_jsonb(l) order by l.created_at), '[]')
    from quick_apply_leads l where lower(l.email) = $1::text),
  'webinar_sign_ups', (select coalesce(jsonb_agg(to_jsonb(w) order by w.signed_up_at), '[]')
    from webinar_sign_ups w where lower(w.email) = $1::text),
  'reservations', (select coalesce(jsonb_agg(to_jsonb(b) - 'submission_key' - 'mailbox' - 'visitor' order by b.reserved_at), '[]')
    from boxing_reservations b where lower(b.email) = $1::text),
  'press_subscriptions', (select coalesce(jsonb_agg(to_jsonb(p) - 'unsubscribe_token'), '[]')
    from press_subscriptions p where lower(p.email) = $1::text),
  'press_requests', (select coalesce(jsonb_agg(to_jsonb(p) - 'token_hash'), '[]')
    from press_requests p where lower(p.email) = $1::text),
  'confirmed_addresses', (select coalesce(jsonb_agg(jsonb_build_object('email', c.email, 'confirmed_at', c.confirmed_at)), '[]')
    from confirmed_addresses c where c.email = $1::text),
  'links', (select coalesce(jsonb_agg(jsonb_build_object(
      'for', l.aim, 'email', l.email, 'created_at', l.created_at, 'expires_at', l.expires_at) order by l.created_at), '[]')
    from (
      select 'address ' || reason as aim, email, created_at, expires_at from address_confirmations
      union all
      select case when draft_id is null then 'application' else 'unfinished application' end, email, created_at, expires_at from access_links
    ) l where lower(l.email) = $1::text),
  'complaints', (select coalesce(jsonb_agg(to_jsonb(c) - 'closed_by' order by c.received_at), '[]')
    from complaints c where lower(c.email) = $1::text),
  'mails', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', m.kind, 'subject', m.subject, 'text', m.text_body, 'state', m.state, 'written_at', m.created_at) order by m.id), '[]')
    from mails m where lower(m.to_email) = $1::text),
  'payment_events', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'type', p.type, 'received_at', p.received_at, 'payload', p.payload) order by p.received_at), '[]')
    from payment_events p where p.order_id in (select id from orders where organisation_id in (select id from own))),
  'staff_account', (select coalesce(jsonb_agg(jsonb_build_object(
      'name', s.name, 'email', s.email, 'role', s.role, 'created_at', s.created_at)), '[]')
    from people s where lower(s.email) = $1::text)
) as held
