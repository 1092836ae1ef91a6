-- Whether a text names an e-mail address (given in small letters) as a whole, not as a part of a longer one: ann@fairs.example is not
-- named by joann@fairs.example, o'ann@fairs.example or ann@fairs.example.org, and is by 'ann@fairs.example'.

create function names_address(text text, address text) returns boolean
language sql immutable strict parallel safe as $$
  select position(address in lower(text)) > 0
    and lower(text) ~ (
      '(?<![[:alnum:]._%+-])(?<![[:alnum:]][!#$&''*/=?^`{|}~])'
      || regexp_replace(address, '([^[:alnum:]])', '\\\1', 'g')
      || '(?![[:alnum:]_-]|\.[[:alnum:]])'
    )
$$;
