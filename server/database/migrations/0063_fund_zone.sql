-- The zone of the fund, whose day it is in the books.
create table if not exists app.fund (
  is_the_fund boolean primary key default true check (is_the_fund),
  time_zone text not null
);
