-- compatible-with: 0231
-- Short names of zones mean another zone in the database than on screen, or stop what is asked of all merchants at once. They
-- become the zones that screens showed.
create temporary table time_zone_named (name text, zone text) on commit drop;
insert into time_zone_named values
    ('ACT', 'Australia/Darwin'), ('AET', 'Australia/Sydney'), ('AGT', 'America/Argentina/Buenos_Aires'), ('ART', 'Africa/Cairo'),
    ('AST', 'America/Anchorage'), ('BET', 'America/Sao_Paulo'), ('BST', 'Asia/Dhaka'), ('CAT', 'Africa/Maputo'),
    ('CNT', 'America/St_Johns'), ('CST', 'America/Chicago'), ('CTT', 'Asia/Shanghai'), ('EAT', 'Africa/Addis_Ababa'),
    ('ECT', 'Europe/Paris'), ('IET', 'America/Indiana/Indianapolis'), ('IST', 'Asia/Kolkata'), ('JST', 'Asia/Tokyo'),
    ('MIT', 'Pacific/Apia'), ('NET', 'Asia/Yerevan'), ('NST', 'Pacific/Auckland'), ('PLT', 'Asia/Karachi'),
    ('PNT', 'America/Phoenix'), ('PRT', 'America/Puerto_Rico'), ('PST', 'America/Los_Angeles'), ('SST', 'Pacific/Guadalcanal'),
    ('VST', 'Asia/Ho_Chi_Minh'), ('CET', 'Europe/Brussels'), ('MET', 'Europe/Brussels'), ('EET', 'Europe/Athens'),
    ('WET', 'Europe/Lisbon'), ('EST', 'America/Panama'), ('MST', 'America/Phoenix'), ('HST', 'Pacific/Honolulu'),
    ('US/Pacific-New', 'America/Los_Angeles'), ('SystemV/PST8PDT', 'America/Los_Angeles'), ('SystemV/MST7MDT', 'America/Denver'), ('SystemV/CST6CDT', 'America/Chicago'),
    ('SystemV/EST5EDT', 'America/New_York'), ('SystemV/AST4ADT', 'America/Halifax'), ('SystemV/YST9YDT', 'America/Anchorage'), ('SystemV/HST10', 'Pacific/Honolulu');
update merchant set time_zone = named.zone from time_zone_named named where upper(merchant.time_zone) = upper(named.name);
update platform_user set time_zone = named.zone from time_zone_named named where upper(platform_user.time_zone) = upper(named.name);
update report set time_zone = named.zone from time_zone_named named where upper(report.time_zone) = upper(named.name);
update report_schedule set time_zone = named.zone from time_zone_named named where upper(report_schedule.time_zone) = upper(named.name);
