-- $1 code: two orders that want its last use are decided one after the other.
select code from coupons where code = $1::text for update
