-- Constraints that were widened without reading the rows there were: all of them fit.
alter table user_profiles validate constraint approver_is_accepted;
alter table documents validate constraint documents_category_check, validate constraint documents_file_type_check;
alter table audit_log validate constraint audit_log_actor_role_check;
