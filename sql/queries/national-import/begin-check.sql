-- $1 import: from receiving to checking, once, when every piece is there.
update national_imports as i set state = 'checking'
where i.id = $1::uuid and i.state = 'receiving'
  and (select count(*) from national_import_pieces p where p.import_id = i.id) = i.pieces
returning i.id
